/** The emails about a new password. */
import { randomUUID } from 'node:crypto';

import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, type MailedLink, notice } from './new-mail.ts';

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

/** The owner changed the password on the dashboard; that session continues. Values: `name`, `by`. */
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

/**
 * The password is known from a data breach: sent once for each password, and again after the record of the first email
 * is deleted. Values: `name`.
 */
export const breachedPasswordMail = (
  account: Account,
  credentialVersion: number,
  deps: Deps,
  now: number,
): NewMail =>
  notice(
    {
      kind: 'breachedPassword',
      to: account,
      values: { name: account.name },
      id: `${account.id}:${credentialVersion}`,
    },
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
