/** What a failed password sign-in answers, and the true reason for the sign-in log (requirements §4 "Sign-in method"). */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { refusedIn, signInMethodMail } from '#mails/sign-in-mails.ts';
import { methodMails } from '#rate-limits/rate-limits.ts';
import { because, Refusal } from '#refusal.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { insertMail } from '#store/outbox.ts';
import type { SignInFacts } from '#store/sign-in/password-look-up.ts';
import { tryCounted } from '#store/sign-in/throttles.ts';

/** The refusal of a failed sign-in: it names the account's other method if the settings allow that. */
export async function refusalOf(found: SignInFacts, call: Call, deps: Deps, now: number): Promise<Refusal> {
  const method = otherMethod(found);
  const reason = because(trueReason(found), found.account && { accountId: found.account.id });
  if (deps.settings.revealSignInMethod === 'always') {
    const shown = method ?? (found.ssoRequired ? methodOfDomain(found) : undefined);
    return shown === undefined
      ? new Refusal('credentials', reason)
      : new Refusal('strategy', { message: strategyMessages[shown], ...reason });
  }

  const account = activeIn(found);
  if (account !== undefined && method !== undefined) await tellOwner(account, call, deps, now);
  return new Refusal('credentials', reason);
}

/** Why the sign-in failed, for the sign-in log. */
function trueReason({ account, password }: SignInFacts): EventReason {
  if (account === undefined) return 'unknownAccount';
  if (account.status !== 'active') return account.status;
  if (account.method !== 'password') return 'otherMethod';
  return password === undefined ? 'noPassword' : 'wrongPassword';
}

/** The sign-in method of the address, if it is not the password (requirements §4 "Sign-in method"). */
function otherMethod(found: SignInFacts): Strategy | undefined {
  const account = activeIn(found);
  if (account === undefined) return methodOfDomain(found);
  return account.method === 'password' ? undefined : account.method;
}

/**
 * What every address of the domain is answered with. The admin who keeps the password while single sign-on is required
 * is answered so too: otherwise a stranger would learn which account has one.
 */
const methodOfDomain = ({ domainMethod }: SignInFacts): Strategy | undefined =>
  domainMethod === 'password' ? undefined : domainMethod;

/** An account that cannot sign in is treated like none. */
const activeIn = ({ account }: SignInFacts): Account | undefined =>
  account?.status === 'active' ? account : undefined;

/**
 * Mails the sign-in method to the owner, at most once an hour; the person who typed the address learns nothing, by the
 * time neither: no commit waits for the disk, as nobody is told of the email.
 */
async function tellOwner(account: Account, call: Call, deps: Deps, now: number): Promise<void> {
  const mail = signInMethodMail(refusedIn(account, call), deps, now);
  await insertMail(mail, tryCounted(methodMails(account.id), now)).execute(deps.store.relaxed);
  deps.wakeMailWorker();
}
