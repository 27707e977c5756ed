/** The emails of a sign-in, and of one that was refused. */
import * as limits from '@app/contract/fields/limits.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';

import type { Call, Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { deviceName } from '#sessions/device-name.ts';
import { byOf, linkMail, mail, type MailedLink, notice } from './new-mail.ts';

/** An account with the support code of the refusal that an email is about. */
export type Refused = Account & { readonly supportCode?: string | undefined };

/** The account as an email about a refused call names it. */
export const refusedIn = (account: Account, call: Pick<Call, 'requestId'>): Refused => ({
  ...account,
  supportCode: supportCodeOf(call.requestId),
});

const codeOf = ({ supportCode }: Refused) => (supportCode === undefined ? {} : { supportCode });

/** A login code; not sent after the code has expired. Values: `code`, `name`, `askedAt`, `device`. */
export const loginCodeMail = (
  account: Account,
  {
    challengeId,
    stage,
    code,
    userAgent,
  }: { challengeId: string; stage: number; code: string; userAgent: string | undefined },
  deps: Deps,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'loginCode',
      to: account,
      values: {
        code,
        name: account.name,
        askedAt: String(now),
        device: deviceName(userAgent ?? '') ?? '',
        ...byOf(account),
      },
      dedupeKey: `loginCode:${challengeId}:${stage}`,
      expiresAt: now + limits.codeLifetime,
    },
    deps,
    now,
  );

/** A session was ended because its refresh token was used twice. Values: `name`. */
export const refreshReuseMail = (account: Account, familyId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'refreshReuse', to: account, values: { name: account.name }, id: familyId }, deps, now);

/** Which method the account signs in with (REVEAL_SIGN_IN_METHOD=proven). Values: `name`, `method`. */
export const signInMethodMail = (
  account: Refused,
  deps: Deps,
  now: number,
  once = `${account.id}:${now}`,
): NewMail =>
  notice(
    {
      kind: 'signInMethod',
      to: account,
      values: { ...codeOf(account), name: account.name, method: account.method },
      id: once,
    },
    deps,
    now,
  );

/** Wrong codes were entered after the right password, up to a limit. Values: `name`, `url`. */
export const wrongCodesMail = (account: Refused, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail(
    { kind: 'wrongCodes', to: account, values: { ...codeOf(account), name: account.name }, link },
    deps,
    now,
  );

/** Asks the owner to confirm a Google account with the account's address. Values: `name`, `url`. */
export const identityLinkMail = (account: Refused, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail(
    { kind: 'identityLink', to: account, values: { ...codeOf(account), name: account.name }, link },
    deps,
    now,
  );

/** The link that makes a device known, offered at the limit of wrong passwords. Values: `name`, `url`. */
export const deviceLinkMail = (account: Refused, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail(
    { kind: 'deviceLink', to: account, values: { ...codeOf(account), name: account.name }, link },
    deps,
    now,
  );
