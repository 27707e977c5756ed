/**
 * Makes calls idempotent (requirements §4 "Exactly once"): a repeat with the same Idempotency-Key gets the first answer,
 * counts as one try and sends one mail. Body fingerprint and answer are protected with a secret of the service and the
 * key itself, so a stolen table does not allow guessing of the body, which may contain a password (threat D13).
 */
import { days, seconds } from '@app/contract/fields/durations.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalFromWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import type { Call, Deps, Once } from '#deps.ts';
import { Refusal, type RefusalDetails } from '#refusal.ts';
import { fingerprint, keyFrom, seal, unseal } from '#security/tokens/sealing.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import {
  type Claim,
  claimKey,
  releaseKey,
  renewClaim,
  type SealedAnswer,
  updateAnswer,
} from '#store/idempotency.ts';

/** How long an answer is stored. */
const answerLifetime = days(1);
/** A call that neither ends nor renews its claim in this time has died with its process: a repeat runs it again. */
const claimLease = seconds(8);
/** How long a repeat waits for the first answer or a renewed claim: longer than the lease of a process that died. */
const longestWait = seconds(9);

/** Milliseconds between two look-ups of a waiting repeat that is not woken. */
const pollInterval = 250;

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
 * Runs the call `name`, or returns the answer of its first run. Without a key it always runs. `run` passes its call to
 * the flow, which can then store its answer in the transaction of its changes.
 * Throws `Refusal('keyReused')` for another body under the same key, and if the first call does not end.
 */
export async function answerOnce<T>(
  {
    name,
    key,
    body,
    temporary,
    call,
    deps,
  }: {
    readonly name: string;
    readonly key: string | undefined;
    readonly body: unknown;
    /** A refusal that is usually a result, but that a repeat of this call can overcome. */
    readonly temporary?: RefusalName;
    readonly call: Call;
    readonly deps: Deps;
  },
  run: (call: Call) => Promise<T>,
): Promise<T> {
  if (key === undefined) return run(call);
  const about = `${name}|${key}`;
  const id = hashHandle(about);
  const { claim, sealKey } = await claimByAnySecret({ name, key, body, id, deps });
  if (claim.state === 'other' || claim.state === 'running') throw new Refusal('keyReused');
  if (claim.state === 'answered') {
    const text = unseal(sealKey, claim.answer, about);
    if (text === undefined) throw new Refusal('keyReused');
    return replay(JSON.parse(text) as Outcome) as T;
  }

  let stored: { of: unknown } | undefined;
  const sealed = (outcome: Outcome): SealedAnswer => ({
    id,
    answer: seal(sealKey, JSON.stringify(outcome), about),
  });
  const once: Once = {
    sealAnswer(answer) {
      stored = { of: answer };
      return sealed({ answer });
    },
    id,
    renew: () => renewClaim(deps.store.relaxed, id, deps.clock() + claimLease),
  };
  try {
    const answer = await run({ ...call, once });
    // A flow that stored one answer and returned another has lost a race: the returned one is stored.
    if (stored === undefined || stored.of !== answer)
      await updateAnswer(sealed({ answer })).execute(deps.store.relaxed);
    return answer;
  } catch (error) {
    const isFinal =
      error instanceof Refusal && error.refusal !== temporary && finalRefusals.has(error.refusal);
    if (isFinal)
      await updateAnswer(
        sealed({
          refusal: refusalOnTheWire(error.refusal),
          details: { ...error.details, repeatOf: call.requestId },
        }),
      ).execute(deps.store.relaxed);
    else await releaseKey(deps.store.relaxed, id).catch(() => {});
    throw error;
  } finally {
    deps.store.notifier.notify([waitingKey(id)]);
  }
}

/**
 * Claims the key by the secret in use. The first call may have claimed it by another one, before the secret was changed
 * or at a process that has not read the changed file: then its body has another fingerprint.
 */
async function claimByAnySecret({
  name,
  key,
  body,
  id,
  deps,
}: {
  readonly name: string;
  readonly key: string;
  readonly body: unknown;
  readonly id: Buffer;
  readonly deps: Deps;
}): Promise<{ claim: Claim; sealKey: Buffer }> {
  const text = `${name}|${JSON.stringify(body)}`;
  let found: { claim: Claim; sealKey: Buffer } | undefined;
  for (const root of deps.keys.secrets('idempotency')) {
    const secret = `${root.toString('base64url')}|${key}`;
    const claim = await claimOrWait(deps, id, fingerprint(keyFrom(secret, 'body'), text));
    found = { claim, sealKey: keyFrom(secret, 'kept answer') };
    if (claim.state !== 'other') break;
  }
  if (found === undefined) throw new Error('the key set derives no secrets');
  return found;
}

/** The notifier's key under which repeats wait for the first call. */
const waitingKey = (id: Buffer): string => `once:${id.toString('base64url')}`;

/** Claims the key. A repeat waits while the first call runs: woken at its end, or by polling if another process runs it. */
async function claimOrWait(deps: Deps, id: Buffer, bodyPrint: Buffer): Promise<Claim> {
  const { notifier } = deps.store;
  let begun = performance.now();
  let until: number | undefined;
  for (;;) {
    const now = deps.clock();
    const claim = await claimKey(deps.store.relaxed, {
      id,
      fingerprint: bodyPrint,
      now,
      claimedUntil: now + claimLease,
      expiresAt: now + answerLifetime,
    });
    if (claim.state === 'running' && claim.until !== until) {
      // The first call has just renewed its claim: it is alive.
      begun = performance.now();
      ({ until } = claim);
    }
    const waits =
      claim.state === 'running' &&
      performance.now() - begun < longestWait &&
      (await notifier.wait([waitingKey(id)], pollInterval));
    if (waits) continue;
    // Wakes the next repeat, which reads the same answer. A claim that is ours wakes it at its own end.
    if (claim.state !== 'mine') notifier.notify([waitingKey(id)]);
    return claim;
  }
}

function replay(outcome: Outcome): unknown {
  if (!('refusal' in outcome)) return outcome.answer;
  const refusal = refusalFromWire(outcome.refusal);
  if (refusal === undefined) throw new Error(`a kept answer has the unknown refusal ${outcome.refusal}`);
  throw new Refusal(refusal, outcome.details);
}
