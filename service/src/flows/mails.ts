/** The mails that the flows write: what each says, sealed, for the account's own address and in its language. */
import { randomUUID } from 'node:crypto';
import { days } from '@app/contract/durations.ts';
import { limits } from '@app/contract/limits.ts';

import type { Deps } from '#deps.ts';
import { type MailValues, sealMailValues } from '#security/mail-values.ts';
import type { Account } from '#store/accounts.ts';
import type { MailKind } from '#store/database.ts';
import type { NewMail } from '#store/outbox.ts';

/** Notices are worth reading for a day; then they only confuse. */
const noticeLifetime = days(1);

/** A login code; it is not sent once the code has expired. Values: `code`, `name`. */
export const loginCodeMail = (
  account: Account,
  { challengeId, stage, code }: { challengeId: string; stage: number; code: string },
  deps: Deps,
  now: number,
): NewMail =>
  mail('loginCode', account, { code, name: account.name }, deps, now, {
    dedupeKey: `loginCode:${challengeId}:${stage}`,
    expiresAt: now + limits.codeLifetime,
  });

/** A session was ended because its refresh token was used twice. Values: `name`. */
export const refreshReuseMail = (account: Account, familyId: string, deps: Deps, now: number): NewMail =>
  mail('refreshReuse', account, { name: account.name }, deps, now, {
    dedupeKey: `refreshReuse:${familyId}`,
    expiresAt: now + noticeLifetime,
  });

/** Which method the account signs in with (REVEAL_SIGN_IN_METHOD=proven). Values: `name`, `method`. */
export const signInMethodMail = (account: Account, deps: Deps, now: number): NewMail =>
  mail('signInMethod', account, { name: account.name, method: account.method }, deps, now, {
    dedupeKey: `signInMethod:${account.id}:${now}`,
    expiresAt: now + noticeLifetime,
  });

function mail(
  kind: MailKind,
  account: Account,
  values: MailValues,
  deps: Deps,
  now: number,
  { dedupeKey, expiresAt }: { dedupeKey: string; expiresAt: number },
): NewMail {
  const id = randomUUID();
  return {
    id,
    kind,
    to: account.email,
    language: account.language,
    values: sealMailValues(deps.keys, id, values),
    expiresAt,
    dedupeKey,
    now,
  };
}
