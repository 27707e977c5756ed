/** The mails that flows send: recipient, language, encrypted values, expiry and deduplication key of each kind. */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, mail, type MailedLink, notice, type Recipient } from './new-mail.ts';

/** A login code; not sent after the code has expired. Values: `code`, `name`. */
export const loginCodeMail = (
  account: Account,
  { challengeId, stage, code }: { challengeId: string; stage: number; code: string },
  deps: Deps,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'loginCode',
      to: account,
      values: { code, name: account.name },
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

/** The link to choose a new password, requested at /password/forgot. Values: `name`, `url`. */
export const passwordResetMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail({ kind: 'passwordReset', to: account, values: { name: account.name }, link }, deps, now);

/** The same link, because an admin requires a new password. Values: `name`, `url`. */
export const newPasswordMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail({ kind: 'newPassword', to: account, values: { name: account.name }, link }, deps, now);

/** The same link, because an admin changed the sign-in method to password. Values: `name`, `url`. */
export const choosePasswordMail = (account: Account, link: MailedLink, deps: Deps, now: number): NewMail =>
  linkMail({ kind: 'choosePassword', to: account, values: { name: account.name }, link }, deps, now);

/** The password was changed by the link `linkId`; every session has ended. Values: `name`. */
export const passwordChangedMail = (account: Account, linkId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'passwordChanged', to: account, values: { name: account.name }, id: linkId }, deps, now);

/** The owner changed the password on the dashboard; the session there goes on. Values: `name`, `by`. */
export const ownPasswordChangedMail = (account: Account, deps: Deps, now: number): NewMail =>
  notice(
    {
      kind: 'passwordChanged',
      to: account,
      values: { name: account.name, by: 'session' },
      id: randomUUID(),
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

/** A password reset was requested for an account with another sign-in method. Values: `name`, `method`. */
export const recoveryMethodMail = (account: Account, callId: string, deps: Deps, now: number): NewMail =>
  notice(
    {
      kind: 'recoveryMethod',
      to: account,
      values: { name: account.name, method: account.method },
      id: callId,
    },
    deps,
    now,
  );

/** Whom an invitation invites, to which company, and by whom. */
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
  deps: Deps,
  now: number,
): NewMail =>
  linkMail(
    { kind: 'invitation', to: invitation.account, values: invitationValues(invitation), link },
    deps,
    now,
  );

/**
 * An invitation to a company for an account without a password: the first login accepts it. Values: as above without
 * `url`, and `method`.
 */
export const methodInvitationMail = (
  { id, ...invitation }: InvitationContent & { readonly id: string },
  deps: Deps,
  now: number,
): NewMail =>
  mail(
    {
      kind: 'methodInvitation',
      to: invitation.account,
      values: { ...invitationValues(invitation), method: invitation.account.method },
      dedupeKey: `methodInvitation:${id}`,
      expiresAt: now + limits.invitationLifetime,
    },
    deps,
    now,
  );

/** The link that confirms a signup, to the address that signed up. Values: `company`, `url`. */
export const signUpMail = (
  signUp: { readonly email: string; readonly language: Language; readonly companyName: string },
  link: MailedLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail({ kind: 'signUp', to: signUp, values: { company: signUp.companyName }, link }, deps, now);

/** Somebody signed up with the address of an account. Values: `name`. */
export const signUpExistingMail = (account: Account, callId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'signUpExisting', to: account, values: { name: account.name }, id: callId }, deps, now);

/** A signup with an address in a domain that a company claimed for single sign-on. No values. */
export const signUpClaimedMail = (to: Recipient, callId: string, deps: Deps, now: number): NewMail =>
  notice({ kind: 'signUpClaimed', to, values: {}, id: callId }, deps, now);

/** An email-address change, with the link of its mail. */
interface EmailChangeLink {
  readonly account: Account;
  readonly newEmail: string;
  readonly link: MailedLink;
}

/** The link that confirms an email-address change, to the new address. Values: `name`, `newEmail`, `url`. */
export const emailChangeMail = (
  { account, newEmail, link }: EmailChangeLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail(
    {
      kind: 'emailChange',
      to: { ...account, email: newEmail },
      values: { name: account.name, newEmail },
      link,
    },
    deps,
    now,
  );

/**
 * Tells the old address that a change was requested, with the link that cancels it. Values: `name`, `newEmail`, `url`.
 */
export const emailChangeAskedMail = (
  { account, newEmail, link }: EmailChangeLink,
  deps: Deps,
  now: number,
): NewMail =>
  linkMail(
    { kind: 'emailChangeAsked', to: account, values: { name: account.name, newEmail }, link },
    deps,
    now,
  );

/** The address was changed. Goes to the old address: `account` is as before the change. Values: `name`, `newEmail`. */
export const emailChangedMail = (
  {
    account,
    newEmail,
    changeId,
  }: { readonly account: Account; readonly newEmail: string; readonly changeId: string },
  deps: Deps,
  now: number,
): NewMail =>
  notice(
    { kind: 'emailChanged', to: account, values: { name: account.name, newEmail }, id: changeId },
    deps,
    now,
  );

/** What befell a claimed domain, and when (milliseconds). */
export type DomainEvent = Readonly<{ kind: 'domainLost' | 'domainTakenOver'; domain: string; at: number }>;

/**
 * The DNS record of a claimed domain is gone, or another company has the domain now: to an admin of the company that
 * claimed it. Values: `name`, `domain`, `url`.
 */
export const domainMail = (
  admin: Account,
  { kind, domain, at }: DomainEvent,
  deps: Pick<Deps, 'keys'>,
): NewMail =>
  notice(
    {
      kind,
      to: admin,
      values: {
        name: admin.name,
        domain,
        url: `/dashboard/single-sign-on?domain=${encodeURIComponent(domain)}`,
      },
      id: `${admin.id}:${domain}:${at}`,
    },
    deps,
    at,
  );

/** An account with the support code of the refusal that a mail is about. */
export type Refused = Account & { readonly supportCode?: string | undefined };

/** The account as a mail about a refused call names it. */
export const refusedIn = (account: Account, call: Pick<Call, 'requestId'>): Refused => ({
  ...account,
  supportCode: supportCodeOf(call.requestId),
});

const codeOf = ({ supportCode }: Refused) => (supportCode === undefined ? {} : { supportCode });
