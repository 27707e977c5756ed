/**
 * Makes calls idempotent (requirements §4 "Exactly once"): a repeat with the same Idempotency-Key gets the first answer,
 * counts as one try and sends one mail. Body fingerprint and answer are protected with a secret of the service and the
 * key itself, so a stolen table does not allow guessing of the body, which may contain a password (threat D13).
 */
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalFromWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import type { Call, Once } from '#deps.ts';
import { Refusal, type RefusalDetails } from '#refusal.ts';
import { seal, unseal } from '#security/tokens/sealing.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { insertAnswer, releaseKey, renewClaim, type SealedAnswer, updateAnswer } from '#store/idempotency.ts';

import {
  answerLifetime,
  claimByAnySecret,
  claimLease,
  newClaim,
  pollInterval,
  type KeyedCall,
  type Secrets,
  secretsOf,
  waitingKey,
} from './claims.ts';
import { KeyIsThere } from './key-is-there.ts';

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

/** A stored outcome. The refusal has its name of the wire: releases with other names of ours read it too. */
type Outcome = { readonly answer?: unknown } | { readonly refusal: string; readonly details: RefusalDetails };

/**
 * Calls that store their key with their change instead of claiming it before: what they change can happen only once, so
 * parallel repeats find their order there (docs/decisions/sql-statements.md).
 */
const unclaimed: ReadonlySet<string> = new Set(['refreshTokens']);
/** Calls whose flow claims their key by its first statement (docs/decisions/sql-statements.md). */
const claimedByFlow: ReadonlySet<string> = new Set(['signInWithPassword']);

/**
 * Runs the call `name`, or returns the answer of its first run. Without a key it always runs. `run` passes its call to
 * the flow, which can then store its answer in the transaction of its changes.
 * Throws `Refusal('keyReused')` for another body under the same key, and if the first call does not end.
 */
export async function answerOnce<T>(
  given: Omit<KeyedCall, 'key'> & { readonly key: string | undefined },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const { name, key, call, deps } = given;
  if (key === undefined) return run(call);
  const keyed = { ...given, key };
  const about = `${name}|${key}`;
  const id = hashHandle(about);
  try {
    if (unclaimed.has(name)) return await runUnclaimed(keyed, { about, id }, run);
    if (claimedByFlow.has(name)) return await runClaiming(keyed, { about, id }, run);
  } catch (error) {
    if (!(error instanceof KeyIsThere)) throw error;
  }
  const { claim, secrets } = await claimByAnySecret(keyed, id);
  if (claim.state === 'other' || claim.state === 'running') throw new Refusal('keyReused');
  if (claim.state === 'answered') {
    const text = unseal(secrets.sealKey, claim.answer, about);
    if (text === undefined) throw new Refusal('keyReused');
    return replay(JSON.parse(text) as Outcome) as T;
  }
  try {
    return await runStoring(
      keyed,
      {
        about,
        id,
        secrets,
        claim: 'made',
        store: (answer) => updateAnswer(answer).execute(deps.store.relaxed),
      },
      run,
    );
  } finally {
    deps.store.notifier.notify([waitingKey(id)]);
  }
}

/** Runs a call that stores its key with its change. Throws `KeyIsThere` if the key is stored already. */
function runUnclaimed<T>(
  keyed: KeyedCall,
  { about, id }: { readonly about: string; readonly id: Buffer },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const store = (answer: SealedAnswer) => insertAnswer(answer).execute(keyed.deps.store.relaxed);
  return runStoring(keyed, { about, id, secrets: secretsInUse(keyed), claim: 'none', store }, run);
}

/**
 * Runs a call whose flow claims the key. A repeat waits while this process runs the first call. Throws `KeyIsThere` if the
 * key is stored already.
 */
async function runClaiming<T>(
  keyed: KeyedCall,
  { about, id }: { readonly about: string; readonly id: Buffer },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const { notifier, relaxed } = keyed.deps.store;
  const waiting = waitingKey(id);
  if (!notifier.hold(waiting)) {
    await notifier.wait([waiting], pollInterval);
    throw new KeyIsThere();
  }
  const store = (answer: SealedAnswer) => updateAnswer(answer).execute(relaxed);
  try {
    return await runStoring(keyed, { about, id, secrets: secretsInUse(keyed), claim: 'byFlow', store }, run);
  } finally {
    notifier.release(waiting);
  }
}

function secretsInUse(keyed: KeyedCall): Secrets {
  const [root] = keyed.deps.keys.secrets('idempotency');
  if (root === undefined) throw new Error('the key set derives no secrets');
  return secretsOf(keyed, root);
}

/** Runs the call, and stores what its flow did not store itself. */
async function runStoring<T>(
  { temporary, call, deps }: KeyedCall,
  {
    about,
    id,
    secrets,
    claim,
    store,
  }: {
    readonly about: string;
    readonly id: Buffer;
    readonly secrets: Secrets;
    readonly claim: 'made' | 'byFlow' | 'none';
    readonly store: (answer: SealedAnswer) => Promise<unknown>;
  },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  let stored: { of: unknown } | undefined;
  let isClaimed = claim === 'made';
  const sealed = (outcome: Outcome): SealedAnswer => {
    const now = deps.clock();
    return {
      id,
      answer: seal(secrets.sealKey, JSON.stringify(outcome), about),
      fingerprint: secrets.fingerprint,
      now,
      expiresAt: now + answerLifetime,
    };
  };
  const once: Once = {
    sealAnswer(answer) {
      stored = { of: answer };
      return sealed({ answer });
    },
    id,
    isUnclaimed: claim === 'none',
    claim:
      claim === 'byFlow'
        ? { row: newClaim(deps, id, secrets.fingerprint), made: () => void (isClaimed = true) }
        : undefined,
    renew: () => renewClaim(deps.store.relaxed, id, deps.clock() + claimLease),
  };
  try {
    const answer = await run({ ...call, once });
    // A flow that stored one answer and returned another has lost a race: the returned one is stored.
    if (stored === undefined || stored.of !== answer) await store(sealed({ answer }));
    return answer;
  } catch (error) {
    const isFinal =
      error instanceof Refusal && error.refusal !== temporary && finalRefusals.has(error.refusal);
    if (isFinal)
      await store(
        sealed({
          refusal: refusalOnTheWire(error.refusal),
          details: { ...error.details, repeatOf: call.requestId },
        }),
      );
    else if (isClaimed) await releaseKey(deps.store.relaxed, id).catch(() => {});
    throw error;
  }
}

function replay(outcome: Outcome): unknown {
  if (!('refusal' in outcome)) return outcome.answer;
  const refusal = refusalFromWire(outcome.refusal);
  if (refusal === undefined) throw new Error(`a kept answer has the unknown refusal ${outcome.refusal}`);
  throw new Refusal(refusal, outcome.details);
}
