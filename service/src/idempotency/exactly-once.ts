/**
 * Exactly once (requirements §4 "Exactly once"): a repeat of a call with its Idempotency-Key gets the first answer,
 * counts as one try and sends one mail. Fingerprint and answer are keyed with a secret of the service and the key
 * itself, so that a stolen table allows no guessing of the body, which may hold a password (threat D13).
 */
import { days, seconds } from '@app/contract/fields/durations.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalFromWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import type { Call, Deps, Once } from '#deps.ts';
import { Refusal, type RefusalDetails } from '#refusal.ts';
import { fingerprint, keyFrom, seal, unseal } from '#security/tokens/sealing.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { type Claim, claimKey, releaseKey, type SealedAnswer, updateAnswer } from '#store/idempotency.ts';

/** How long an answer is kept. */
const answerKept = days(1);
/** A call that took longer than this has died with its process: a repeat runs it again. */
const claimLease = seconds(8);
/** How long a repeat waits for the first's answer: long enough to outlive a claim whose process died. */
const longestWait = seconds(9);

/** Milliseconds after which it looks again without being woken. */
const lookAgain = 250;

/** Refusals that are the call's result, not a passing state of the service: a repeat gets them again. */
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
 * Runs the call `name`, or gives the answer of its first time. Without a key it just runs. `run` passes the call it gets on
 * to the flow, which can then keep its answer together with what it changes.
 * Throws `Refusal('keyReused')` for another body under the same key, and for a first call that does not end.
 */
export async function answerOnce<T>(
  name: string,
  key: string | undefined,
  body: unknown,
  call: Call,
  deps: Deps,
  run: (call: Call) => Promise<T>,
): Promise<T> {
  if (key === undefined) return run(call);
  const about = `${name}|${key}`;
  const id = hashHandle(about);
  const secret = `${deps.keys.secret('idempotency').toString('base64url')}|${key}`;
  const sealKey = keyFrom(secret, 'kept answer');
  const bodyPrint = fingerprint(keyFrom(secret, 'body'), `${name}|${JSON.stringify(body)}`);

  const claim = await claimOrWait(deps, id, bodyPrint);
  if (claim.state === 'other' || claim.state === 'running') throw new Refusal('keyReused');
  if (claim.state === 'answered') {
    const text = unseal(sealKey, claim.answer, about);
    if (text === undefined) throw new Refusal('keyReused');
    return replay(JSON.parse(text) as Outcome) as T;
  }

  let kept: { of: unknown } | undefined;
  const sealed = (outcome: Outcome): SealedAnswer => ({
    id,
    answer: seal(sealKey, JSON.stringify(outcome), about),
  });
  const once: Once = {
    keep(answer) {
      kept = { of: answer };
      return sealed({ answer });
    },
  };
  try {
    const answer = await run({ ...call, once });
    // A flow that kept one answer but gave another lost a race: what it gave is what counts.
    if (kept === undefined || kept.of !== answer)
      await updateAnswer(sealed({ answer })).execute(deps.store.relaxed);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && finalRefusals.has(error.refusal))
      await updateAnswer(
        sealed({ refusal: refusalOnTheWire(error.refusal), details: error.details }),
      ).execute(deps.store.relaxed);
    else await releaseKey(deps.store.relaxed, id).catch(() => {});
    throw error;
  } finally {
    deps.store.notifier.notify([waitingKey(id)]);
  }
}

/** Under this the repeats of a call wait for its end. */
const waitingKey = (id: Buffer): string => `once:${id.toString('base64url')}`;

/** Claims the key. While the first call runs, a repeat waits: it is woken at its end, and looks again for other processes. */
async function claimOrWait(deps: Deps, id: Buffer, bodyPrint: Buffer): Promise<Claim> {
  const { notifier } = deps.store;
  const begun = performance.now();
  for (;;) {
    const now = deps.clock();
    const claim = await claimKey(deps.store.relaxed, {
      id,
      fingerprint: bodyPrint,
      now,
      claimedUntil: now + claimLease,
      expiresAt: now + answerKept,
    });
    const waits =
      claim.state === 'running' &&
      performance.now() - begun < longestWait &&
      (await notifier.wait([waitingKey(id)], lookAgain));
    if (waits) continue;
    // The next repeat reads the same answer; a call that runs wakes it at its own end.
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
