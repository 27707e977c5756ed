/** Creates a link for an email: its database row and its address. Only the address contains the token. */
import { randomUUID } from 'node:crypto';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import {
  emailChangeCancelPath,
  emailChangePath,
  linkAddress,
  linkPages,
  type LinkPage,
} from '@app/contract/pages/links.ts';

import type { Deps } from '#deps.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import type { EmailChangeLinkKind } from '#store/connection/database.ts';
import type { NewLink } from '#store/accounts/links.ts';

import type { MailedLink } from '#mails/new-mail.ts';

interface CreatedLink {
  /** The row, for `insertLink`. */
  readonly row: NewLink;
  /** The address and its expiry, for the email. */
  readonly mailed: MailedLink;
}

/** What a link is for, the address that receives it, and its lifetime in milliseconds. */
type LinkSubject = Pick<NewLink, 'email' | 'accountId' | 'signUpId' | 'identity' | 'passkeyId'> & {
  readonly lifetime: number;
};

/** The subject of a link to choose a new password. */
export const resetLinkSubject = ({ id, email }: { id: string; email: string }): LinkSubject => ({
  email,
  accountId: id,
  lifetime: linkLifetimes.reset,
});

/** Creates a link to a page of the app. Its address is built from PUBLIC_URL only (threat D6). */
export function createLink(
  page: LinkPage,
  { lifetime, ...about }: LinkSubject,
  deps: Pick<Deps, 'settings'>,
  now: number,
): CreatedLink {
  const token = newHandle();
  const row = {
    ...about,
    id: randomUUID(),
    kind: linkPages[page].kind,
    token: hashHandle(token),
    now,
    expiresAt: now + lifetime,
  };
  const url = linkAddress(deps.settings.publicUrl, page, about.email, token);
  return { row, mailed: { id: row.id, url, expiresAt: row.expiresAt } };
}

/** The pages of an email-address change, which the service renders itself. */
const emailChangePages = {
  emailChange: emailChangePath,
  emailChangeCancel: emailChangeCancelPath,
} as const satisfies Record<EmailChangeLinkKind, string>;

/** Creates a link to a page of an email-address change. */
export function createEmailChangeLink(
  kind: EmailChangeLinkKind,
  about: { readonly changeId: string; readonly email: string; readonly replaces?: string; expiresAt: number },
  deps: Deps,
  now: number,
): CreatedLink {
  const token = newHandle();
  const row = { ...about, id: randomUUID(), kind, token: hashHandle(token), now };
  const address = new URL(emailChangePages[kind], deps.settings.publicUrl);
  address.searchParams.set('token', token);
  return { row, mailed: { id: row.id, url: address.href, expiresAt: row.expiresAt } };
}
