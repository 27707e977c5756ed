/** The emails of an email-address change, to the old address and to the new one. */
import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { linkMail, type MailedLink, notice } from './new-mail.ts';

/** An email-address change, with the link of its email. */
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
