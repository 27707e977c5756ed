/**
 * Makes calls idempotent (requirements §4 "Exactly once"): a call claims its Idempotency-Key, runs, and stores its
 * answer. A repeat gets the first answer, counts as one try and sends one email. Body fingerprint and answer are
 * protected with a secret of the service and the key itself, so a stolen table does not allow guessing of the body,
 * which may contain a password (threat D13).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { days, seconds } from '@app/contract/fields/durations.ts';
import type { EndpointName } from '@app/contract/calls/endpoints.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalFromWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import type { Call, Deps, Once } from '#deps.ts';
import { Refusal, type RefusalDetails } from '#refusal.ts';
import { withTokens } from '#sessions/create-session.ts';
import { fingerprint, keyFrom, seal, unseal } from '#security/tokens/sealing.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { type Claim, claimKey, releaseKey, renewClaim, updateAnswer } from '#store/idempotency.ts';

/** How long an answer is stored. */
const answerLifetime = days(1);
/** A call that neither ends nor renews its claim in this time has died with its process: a repeat runs it again. */
const claimLease = seconds(8);
/** How long a repeat waits for the first answer or a renewed claim: longer than the lease of a process that died. */
const longestWait = seconds(9);
/** Milliseconds between two look-ups of a waiting repeat. */
const pollInterval = 50;

/** Refusals that are a result of the call and not a temporary state: a repeat gets them again. */
const finalRefusals: ReadonlySet<RefusalName> = new Set<RefusalName>([
  'credentials',
  'strategy',
  'identityUnconfirmed',
  'invalidCode',
  'codeExpired',
  'sessionExpired',
  'challengeDead',
  'invalidLink',
  'linkExpired',
]);

/** Calls that derive the answer of a repeat from what they changed, so that nothing is stored for it. */
const derivedCalls: ReadonlySet<string> = new Set<EndpointName>(['refreshTokens']);

/**
 * A stored outcome. The refusal is stored by its name on the wire, so that releases with other internal names can read
 * it.
 */
type Outcome = { readonly answer?: unknown } | { readonly refusal: string; readonly details: RefusalDetails };

/** One call, with its key if it has one. */
interface KeyedCall {
  readonly name: string;
  readonly key: string | undefined;
  readonly body: unknown;
  /** A refusal that is usually a result, but that a repeat of this call can overcome. */
  readonly temporary?: RefusalName | undefined;
  readonly call: Call;
  readonly deps: Deps;
}

/**
 * Runs the call `name`, or returns the answer of its first run. Without a key it always runs. `run` passes its call to
 * the flow, which can then store its answer in the transaction of its changes.
 * Throws `Refusal('keyReused')` for another body under the same key, and if the first call does not end.
 */
export async function answerOnce<T>(keyed: KeyedCall, run: (call: Call) => Promise<T>): Promise<T> {
  const { name, key, body, call, deps } = keyed;
  if (key === undefined) return run(call);
  const about = `${name}|${key}`;
  const id = hashHandle(about);
  if (derivedCalls.has(name)) return run({ ...call, repeatId: id });
  // By each secret: the first call may have used an older one, or one that this process has not read yet.
  const secrets = deps.keys.secrets('idempotency').map((root) => {
    const secret = `${root.toString('base64url')}|${key}`;
    return {
      print: fingerprint(keyFrom(secret, 'body'), `${name}|${JSON.stringify(body)}`),
      sealKey: keyFrom(secret, 'kept answer'),
    };
  });
  const claim = await claimOrWait(
    deps,
    id,
    secrets.map(({ print }) => print),
  );
  const sealKey = secrets[claim.state === 'answered' ? claim.print : 0]?.sealKey;
  if (sealKey === undefined) throw new Error('the key set derives no secrets');
  if (claim.state === 'mine') return runClaimed(keyed, { about, id, sealKey }, run);
  const text = claim.state === 'answered' ? unseal(sealKey, claim.answer, about) : undefined;
  if (text === undefined) throw new Refusal('keyReused');
  return (await withTokens(replay(JSON.parse(text) as Outcome), call, deps)) as T;
}

/** Claims the key. A repeat waits while the first call runs, in this process or another one. */
async function claimOrWait(deps: Deps, id: Buffer, prints: readonly Buffer[]): Promise<Claim> {
  let begun = performance.now();
  let until: number | undefined;
  for (;;) {
    const now = deps.clock();
    const times = { now, claimedUntil: now + claimLease, expiresAt: now + answerLifetime };
    const claim = await claimKey(deps.store.relaxed, { id, prints, ...times });
    if (claim.state !== 'running') return claim;
    if (claim.until !== until) {
      // The first call has just renewed its claim: it is alive.
      begun = performance.now();
      ({ until } = claim);
    }
    if (performance.now() - begun >= longestWait) return claim;
    await delay(pollInterval);
  }
}

/** Runs a call whose key is claimed, and stores what its flow did not store itself. */
async function runClaimed<T>(
  { temporary, call, deps }: KeyedCall,
  { about, id, sealKey }: { readonly about: string; readonly id: Buffer; readonly sealKey: Buffer },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const { relaxed } = deps.store;
  const sealed = (outcome: Outcome) => ({ id, answer: seal(sealKey, JSON.stringify(outcome), about) });
  let stored: { of: unknown } | undefined;
  const once: Once = {
    id,
    sealAnswer(answer, inItsPlace = answer) {
      stored = { of: answer };
      return sealed({ answer: inItsPlace });
    },
    renew: () => renewClaim(relaxed, id, deps.clock() + claimLease),
  };
  try {
    const answer = await run({ ...call, once });
    // A flow that stored one answer and returned another has lost a race: the returned one is stored.
    if (stored === undefined || stored.of !== answer) await updateAnswer(sealed({ answer })).execute(relaxed);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.refusal !== temporary && finalRefusals.has(error.refusal)) {
      const details = { ...error.details, repeatOf: call.requestId };
      await updateAnswer(sealed({ refusal: refusalOnTheWire(error.refusal), details })).execute(relaxed);
    } else await releaseKey(relaxed, id).catch(() => {});
    throw error;
  }
}

function replay(outcome: Outcome): unknown {
  if (!('refusal' in outcome)) return outcome.answer;
  const refusal = refusalFromWire(outcome.refusal);
  if (refusal === undefined) throw new Error(`a kept answer has the unknown refusal ${outcome.refusal}`);
  throw new Refusal(refusal, outcome.details);
}
