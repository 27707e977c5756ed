/** A new link: what the database keeps of it, and its address for the mail. The token itself is in the mail alone. */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
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

import type { MailedLink } from '#mails/mails.ts';

interface LinkParts {
  /** The row, for `insertLink`. */
  readonly row: NewLink;
  /** For the mail. */
  readonly mailed: MailedLink;
}

/** What it is about, the address that it is mailed to, and its lifetime in milliseconds. */
type About = Pick<NewLink, 'email' | 'accountId' | 'signUpId' | 'identity'> & { readonly lifetime: number };

/** What a link to choose a new password is about. */
export const resetLinkSubject = ({ id, email }: { id: string; email: string }): About => ({
  email,
  accountId: id,
  lifetime: limits.resetLinkLifetime,
});

/** A link to a page of the app. Its address is made from PUBLIC_URL alone (threat D6). */
export function createLink(
  page: LinkPage,
  { lifetime, ...about }: About,
  deps: Deps,
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

/** The pages of an email-address change, which the service itself answers. */
const emailChangePages = {
  emailChange: emailChangePath,
  emailChangeCancel: emailChangeCancelPath,
} as const satisfies Record<EmailChangeLinkKind, string>;

/** A link to one of them. */
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
