/** Tells the owner of an account that its password is known from a data breach (threat A10). */
import type { Call, Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertMail } from '#store/outbox.ts';

import { breachedPasswordMail } from '#mails/password-mails.ts';

/**
 * Looks up a password that was right, and emails the owner if it is known: the email reaches them even if somebody else
 * has just entered it. Returns immediately, as a sign-in never waits for the range service.
 */
export function tellOfBreach(
  password: string,
  { account, credentialVersion }: { readonly account: Account; readonly credentialVersion: number },
  call: Call,
  deps: Deps,
): void {
  if (deps.breachedPasswords === undefined) return;
  const tell = async (isKnown: boolean): Promise<void> => {
    if (!isKnown) return;
    const mail = breachedPasswordMail(account, credentialVersion, deps, deps.clock());
    await inOneStatement(deps.store.relaxed, { mail: insertMail(mail) });
    deps.wakeMailWorker();
  };
  deps.breachedPasswords
    .isKnown(password)
    .then(tell)
    .catch((error: unknown) =>
      call.log.warn({ err: error }, 'an email about a breached password was not written'),
    );
}
