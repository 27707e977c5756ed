/** The second step of a sign-in (requirements §4): whether one follows, by what, and its challenge. */
import { randomUUID } from 'node:crypto';
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { ProviderStep, Way } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { resendHoldKey } from '#accounts/unknown-account.ts';
import { hashCode, newCode } from '#security/tokens/codes.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import {
  after,
  changedInOneStatement,
  type Condition,
  type Statement,
} from '#store/connection/one-statement.ts';
import { type ChallengeOrigin, insertChallenge, insertCode } from '#store/sign-in/challenges.ts';
import { findHourFullUntil } from '#store/sign-in/code-tries.ts';
import { openResends } from '#store/sign-in/resends.ts';
import { findProviderStepFacts, type StepFacts } from '#store/sign-in/step-facts.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertMail } from '#store/outbox.ts';

import type { readRiskData } from '#sessions/risk-data.ts';
import { challenges, codeCeilings } from '#rate-limits/rate-limits.ts';
import { loginCodeMail } from '#mails/sign-in-mails.ts';
import { countTries, secondsUntil } from '#rate-limits/rate-limiter.ts';

/**
 * Whether more is asked for than the password, or what the provider asked. Whoever set up an authenticator app wants it to be asked for, at least by
 * unknown devices, whatever the company's policy says.
 */
export function needsCode(found: StepFacts, mailboxProven: boolean): boolean {
  const { secondStep, factors, provenDevice } = found;
  if (found.factorDue) return true;
  // A mailed link has not proven what the company requires, and who has no factor sets one up now.
  if (found.factorRequired && secondStep !== 'off')
    return secondStep === 'always' || !provenDevice || !hasFactor(found);
  if (mailboxProven || secondStep === 'always') return !mailboxProven;
  return (secondStep === 'unrecognised' || factors.authenticator) && !provenDevice;
}

const hasFactor = ({ factors }: StepFacts): boolean => factors.authenticator || factors.passkey;

/**
 * How the account can prove itself beside the password, the way that is asked for first: that of the last sign-in, else
 * the one without a mail. Recovery codes are never first; a passkey is only where nothing can be typed, as a person who
 * wanted it would not have typed a password.
 */
function waysOf(found: StepFacts): Way[] {
  const { factors, lastWay } = found;
  const byMail = !(found.factorDue || (found.factorRequired && hasFactor(found)));
  const typed: Way[] = [
    ...(factors.authenticator ? (['authenticator'] as const) : []),
    ...(byMail ? (['emailCode'] as const) : []),
  ];
  if (lastWay === 'emailCode' && byMail) typed.reverse();
  return [
    ...typed,
    ...(factors.passkey ? (['passkey'] as const) : []),
    ...(factors.recoveryCode ? (['recoveryCode'] as const) : []),
  ];
}

/**
 * What the second step after Google or single sign-on goes by; undefined: none follows. Throws `Refusal('credentials')` after
 * too many wrong codes, which an admin forgives with a temporary pass.
 *
 * @param twoSteps whether the provider says that it has asked for more than one factor
 */
export async function providerStepOf(
  {
    account,
    device,
    when,
    twoSteps,
  }: { account: Account; device: Buffer | null; when: ProviderStep; twoSteps: boolean },
  deps: Deps,
  now: number,
): Promise<StepFacts | undefined> {
  if (when === 'never' || (when === 'unlessProven' && twoSteps)) return undefined;
  const found = await findProviderStepFacts(deps.store.relaxed, { accountId: account.id, device, now });
  if (!needsCode(found, false)) return undefined;
  if (found.wrongCodesInARow >= codeCeilings.inARow)
    throw new Refusal('credentials', because('renewalRequired', { accountId: account.id }));
  return found;
}

/** What consumes the answer of a provider, as the first of it. */
export interface ConsumedAnswer {
  readonly token?: Statement;
  readonly code?: Statement;
  readonly accepted?: Statement<'token'> | undefined;
  readonly identity?: Statement<'token'> | undefined;
  readonly activated?: Statement<'token'> | undefined;
}

interface ProviderAnswer {
  /** `challengeOfGoogle` or `challengeOfSso`. */
  readonly asked: ChallengeOrigin;
  readonly onlyIf: Condition<'token' | 'code'>;
  readonly consumed: ConsumedAnswer;
}

/** `openChallenge` after the answer of a provider: the app is told the account's address, too. */
export const openProviderChallenge = (
  step: Omit<FirstStep<never>, 'toAnswer'> & { readonly provider: ProviderAnswer },
) => openChallenge({ ...step, toAnswer: (mfa) => ({ ...mfa, email: step.account.email }) });

/** A first step that was right, and what the second one goes by. */
interface FirstStep<Answer> {
  readonly account: Account;
  readonly found: StepFacts;
  readonly risk: ReturnType<typeof readRiskData>;
  /** The account's as a password was compared; undefined where `consumed` holds the account. */
  readonly credentialVersion?: number;
  readonly toAnswer: (challenge: ReturnType<typeof challengeToWire>) => Answer;
  readonly provider?: ProviderAnswer;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}

/**
 * Inserts the challenge, and, if the mailed code is asked for first, that code and its email in the same statement, so no
 * code exists without its email. Undefined if the account has changed, or the provider's answer was consumed before.
 */
export async function openChallenge<Answer>({
  account,
  found,
  risk,
  credentialVersion,
  toAnswer,
  provider,
  call,
  deps,
  now,
}: FirstStep<Answer>): Promise<Answer | undefined> {
  // At the hourly limit of wrong codes a code would be useless.
  const until = await findHourFullUntil(deps.store.relaxed, account.id, codeCeilings.inHour, now);
  if (until !== undefined)
    throw new Refusal('rateLimited', {
      retryAfter: secondsUntil(until, now),
      ...because('tooManyWrongCodes', { accountId: account.id }),
    });
  const device = found.knownDevice ? risk.device?.toString('base64url') : undefined;
  const counters = challenges(account.id, call.client, device);
  // A link makes a device known to an account with a password only: the others wait.
  await countTries(provider ? counters.map(({ refusal: _byLink, ...each }) => each) : counters, deps, now);
  const id = randomUUID();
  const session = newHandle();
  const code = newCode();
  const ways = waysOf(found);
  const byMail = ways[0] === 'emailCode';
  const times = {
    serverNow: now,
    codeExpiresAt: now + (byMail ? limits.codeLifetime : limits.challengeLifetime),
    resendAt: byMail ? now + limits.resendWait : now,
    triesLeft: limits.codeTries,
  };
  const answer = toAnswer(
    challengeToWire({ session, ...times, ...(ways.length > 1 || !byMail ? { ways } : {}) }),
  );
  const sealed = call.once?.sealAnswer(answer);
  const opened = await changedInOneStatement(deps.store.durable, 'challenge', {
    ...provider?.consumed,
    challenge: insertChallenge(
      {
        id,
        session: hashHandle(session),
        accountId: account.id,
        email: account.email,
        client: call.client,
        context: risk.rest,
        device: risk.device,
        resendAt: times.resendAt,
        credentialVersion,
        now,
      },
      provider?.asked,
      provider?.onlyIf,
    ),
    ...(byMail
      ? {
          mailedCode: insertCode({ code: hashCode(deps.keys, id, code), codeExpiresAt: times.codeExpiresAt }),
          mail: insertMail(
            loginCodeMail(account, { challengeId: id, stage: 0, code, userAgent: call.userAgent }, deps, now),
            after('challenge'),
          ),
        }
      : undefined),
    // The look-up of a password has started them for the code that it mails.
    resends:
      byMail && provider === undefined
        ? undefined
        : openResends(resendHoldKey(account.email, call.client), times.resendAt),
    answer: sealed && updateAnswer(sealed, after('challenge')),
  });
  if (!opened) return undefined;
  if (byMail) deps.wakeMailWorker();
  // A separate step (spec §4), which no call begins.
  call.log.info({ category: 'authentication', step: 'mfa.init', outcome: 'success' }, 'a code is asked for');
  return answer;
}
