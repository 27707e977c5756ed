/** The mails that flows send: recipient, language, encrypted values, expiry and deduplication key of each kind. */
import { randomUUID } from 'node:crypto';
import { days } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import { type MailValues, sealMailValues } from '#security/tokens/mail-values.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { MailKind } from '#store/connection/database.ts';
import type { NewMail } from '#store/outbox.ts';

/** A notice that arrives more than a day late only confuses. */
const noticeLifetime = days(1);

/** A login code; not sent after the code has expired. Values: `code`, `name`. */
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
export const signInMethodMail = (
  account: Account,
  deps: Deps,
  now: number,
  once = `${account.id}:${now}`,
): NewMail =>
  mail('signInMethod', account, { name: account.name, method: account.method }, deps, now, {
    dedupeKey: `signInMethod:${once}`,
    expiresAt: now + noticeLifetime,
  });

/** The link of a mail: its row's id, its address, and its expiry. */
export interface MailedLink {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The link to choose a new password, requested at /password/forgot. Values: `name`, `url`. */
export const passwordResetMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('passwordReset', account, { name: account.name }, link, deps, now);

/** The same link, because an admin requires a new password. Values: `name`, `url`. */
export const newPasswordMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('newPassword', account, { name: account.name }, link, deps, now);

/** The same link, because an admin changed the sign-in method to password. Values: `name`, `url`. */
export const choosePasswordMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('choosePassword', account, { name: account.name }, link, deps, now);

/** The password was changed by the link `linkId`. Values: `name`. */
export const passwordChangedMail = (account: Account, linkId: string, deps: Deps, now: number): NewMail =>
  mail('passwordChanged', account, { name: account.name }, deps, now, {
    dedupeKey: `passwordChanged:${linkId}`,
    expiresAt: now + noticeLifetime,
  });

/** Wrong codes were entered after the right password, up to a limit. Values: `name`, `url`. */
export const wrongCodesMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('wrongCodes', account, { name: account.name }, link, deps, now);

/** Asks the owner to confirm a Google account with the account's address. Values: `name`, `url`. */
export const identityLinkMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('identityLink', account, { name: account.name }, link, deps, now);

/** The link that makes a device known, offered at the limit of wrong passwords. Values: `name`, `url`. */
export const deviceLinkMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail('deviceLink', account, { name: account.name }, link, deps, now);

/** A password reset was requested for an account with another sign-in method. Values: `name`, `method`. */
export const recoveryMethodMail = (account: Account, callId: string, deps: Deps, now: number): NewMail =>
  mail('recoveryMethod', account, { name: account.name, method: account.method }, deps, now, {
    dedupeKey: `recoveryMethod:${callId}`,
    expiresAt: now + noticeLifetime,
  });

/** An invitation to a company. Values: `name`, `company`, `url`, and `inviter` if known. */
export const invitationMail = (
  account: Account,
  { company, inviter }: { company: string; inviter: string | undefined },
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail(
    'invitation',
    account,
    { name: account.name, company, ...(inviter !== undefined && { inviter }) },
    link,
    deps,
    now,
  );

/** The link that confirms a signup, to the address that signed up. Values: `company`, `url`. */
export const signUpMail = (
  signUp: { readonly email: string; readonly language: Language; readonly companyName: string },
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail => linkMail('signUp', signUp, { company: signUp.companyName }, link, deps, now);

/** Somebody signed up with the address of an account. Values: `name`. */
export const signUpExistingMail = (account: Account, callId: string, deps: Deps, now: number): NewMail =>
  mail('signUpExisting', account, { name: account.name }, deps, now, {
    dedupeKey: `signUpExisting:${callId}`,
    expiresAt: now + noticeLifetime,
  });

/** A signup with an address in a domain that a company claimed for single sign-on. No values. */
export const signUpClaimedMail = (to: Recipient, callId: string, deps: Deps, now: number): NewMail =>
  mail('signUpClaimed', to, {}, deps, now, {
    dedupeKey: `signUpClaimed:${callId}`,
    expiresAt: now + noticeLifetime,
  });

/** The link that confirms an email-address change, to the new address. Values: `name`, `newEmail`, `url`. */
export const emailChangeMail = (
  account: Account,
  newEmail: string,
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail('emailChange', { ...account, email: newEmail }, { name: account.name, newEmail }, link, deps, now);

/**
 * Tells the old address that a change was requested, with the link that cancels it. Values: `name`, `newEmail`, `url`.
 */
export const emailChangeAskedMail = (
  account: Account,
  newEmail: string,
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail => linkMail('emailChangeAsked', account, { name: account.name, newEmail }, link, deps, now);

/** The address was changed. Goes to the old address: `account` is as before the change. Values: `name`, `newEmail`. */
export const emailChangedMail = (
  account: Account,
  newEmail: string,
  changeId: string,
  deps: Deps,
  now: number,
): NewMail =>
  mail('emailChanged', account, { name: account.name, newEmail }, deps, now, {
    dedupeKey: `emailChanged:${changeId}`,
    expiresAt: now + noticeLifetime,
  });

/** A mail with a link: sent once, and only while the link is valid. */
const linkMail = (
  kind: MailKind,
  to: Recipient,
  values: MailValues,
  { id, url, expiresAt }: MailedLink,
  deps: Deps,
  now: number,
): NewMail => mail(kind, to, { ...values, url }, deps, now, { dedupeKey: `${kind}:${id}`, expiresAt });

type Recipient = Pick<Account, 'email' | 'language'>;

function mail(
  kind: MailKind,
  { email, language }: Recipient,
  values: MailValues,
  deps: Deps,
  now: number,
  { dedupeKey, expiresAt }: { dedupeKey: string; expiresAt: number },
): NewMail {
  const id = randomUUID();
  return {
    id,
    kind,
    to: email,
    language,
    values: sealMailValues(deps.keys, id, values),
    expiresAt,
    dedupeKey,
    now,
  };
}
