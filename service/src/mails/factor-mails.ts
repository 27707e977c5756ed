/** The emails about a changed factor of an account: to its owner, and to the admins. */
import { randomUUID } from 'node:crypto';

import type { Deps } from '#deps.ts';
import type { FactorChange } from '#gateways/mail-templates/mail-kinds.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { byOf, notice } from './new-mail.ts';

/** @param values `left`: how many recovery codes are unused */
export const factorMail = (
  account: Account,
  values: { readonly change: FactorChange; readonly left?: string },
  deps: Deps,
  now: number,
): NewMail =>
  notice(
    {
      kind: 'factorChanged',
      to: account,
      values: { ...byOf(account), name: account.name, ...values },
      id: randomUUID(),
    },
    deps,
    now,
  );

/** The company requires a factor from a day on. @param from milliseconds since the epoch */
export const factorRequiredMail = (
  to: Account,
  { company, from }: { readonly company: string; readonly from: number },
  deps: Deps,
  now: number,
): NewMail => ({
  ...notice(
    { kind: 'factorRequired', to, values: { name: to.name, company, from: String(from) }, id: randomUUID() },
    deps,
    now,
  ),
  // It may be for everyone: it never goes before an email that a person waits for.
  bulk: true,
});

/** What an admin does to the factors of a person, as it is called in events, in the audit log and in emails. */
export type FactorHelp = 'factorsRemoved' | 'temporaryPassGiven';

/** An admin helped a person who lost a factor: to the person, and to the other admins. */
export const factorHelpMails = (
  help: FactorHelp,
  {
    person,
    by,
    others,
  }: { readonly person: Account; readonly by: Account; readonly others: readonly Account[] },
  deps: Deps,
  now: number,
): NewMail[] => [
  factorMail(person, { change: help }, deps, now),
  ...others.map((to) =>
    notice(
      { kind: help, to, values: { name: to.name, person: person.email, by: by.email }, id: randomUUID() },
      deps,
      now,
    ),
  ),
];
