/** The emails that invite a person to a company. */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, mail, type MailedLink, type Recipient } from './new-mail.ts';

/** The invited person, the company, and the inviter. */
interface InvitationContent {
  readonly account: Pick<Account, 'email' | 'language' | 'name' | 'method'>;
  readonly company: string;
  readonly inviter: string | undefined;
}

const invitationValues = ({ account, company, inviter }: InvitationContent) => ({
  name: account.name,
  company,
  ...(inviter !== undefined && { inviter }),
});

/** An invitation to a company. Values: `name`, `company`, `url`, and `inviter` if known. */
export const invitationMail = (
  { link, ...invitation }: InvitationContent & { readonly link: MailedLink },
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail =>
  linkMail(
    { kind: 'invitation', to: invitation.account, values: invitationValues(invitation), link },
    deps,
    now,
  );

/**
 * Tells the owner of an address, who has an account in another company, that `company` wants it. Nobody else learns of that
 * account (threat A4). Counted like an invitation. Values: `company`, `method`.
 */
export const takenAddressMail = (
  {
    to,
    company,
    dedupeKey,
  }: { readonly to: Recipient; readonly company: string; readonly dedupeKey: string },
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'methodInvitation',
      to,
      values: { company, method: 'taken' },
      dedupeKey,
      expiresAt: now + linkLifetimes.invitation,
    },
    deps,
    now,
  );

/**
 * An invitation to a company for an account without a password: the first login accepts it. Values: as above without
 * `url`, and `method`.
 */
export const methodInvitationMail = (
  { id, ...invitation }: InvitationContent & { readonly id: string },
  deps: Pick<Deps, 'keys'>,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'methodInvitation',
      to: invitation.account,
      values: { ...invitationValues(invitation), method: invitation.account.method },
      dedupeKey: `methodInvitation:${id}`,
      expiresAt: now + linkLifetimes.invitation,
    },
    deps,
    now,
  );
