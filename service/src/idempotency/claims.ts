/** Claims an Idempotency-Key for a call, or waits for the call that has claimed it. */
import { days, seconds } from '@app/contract/fields/durations.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';

import type { Call, Deps } from '#deps.ts';
import { fingerprint, keyFrom } from '#security/tokens/sealing.ts';
import { type Claim, claimKey, type NewClaim } from '#store/idempotency.ts';

/** How long an answer is stored. */
export const answerLifetime = days(1);
/** A call that neither ends nor renews its claim in this time has died with its process: a repeat runs it again. */
export const claimLease = seconds(8);
/** How long a repeat waits for the first answer or a renewed claim: longer than the lease of a process that died. */
const longestWait = seconds(9);

/** Milliseconds between two look-ups of a waiting repeat that is not woken. */
export const pollInterval = 250;

/** One call with its key. */
export interface KeyedCall {
  readonly name: string;
  readonly key: string;
  readonly body: unknown;
  /** A refusal that is usually a result, but that a repeat of this call can overcome. */
  readonly temporary?: RefusalName;
  readonly call: Call;
  readonly deps: Deps;
}

/** What protects a stored call: only who has its key and a secret of the service can tell its body or read its answer. */
export interface Secrets {
  readonly fingerprint: Buffer;
  readonly sealKey: Buffer;
}

export function secretsOf({ name, key, body }: KeyedCall, root: Buffer): Secrets {
  const secret = `${root.toString('base64url')}|${key}`;
  return {
    fingerprint: fingerprint(keyFrom(secret, 'body'), `${name}|${JSON.stringify(body)}`),
    sealKey: keyFrom(secret, 'kept answer'),
  };
}

/**
 * Claims the key by the secret in use. The first call may have claimed it by another one, before the secret was changed
 * or at a process that has not read the changed file: then its body has another fingerprint.
 */
export async function claimByAnySecret(
  keyed: KeyedCall,
  id: Buffer,
): Promise<{ claim: Claim; secrets: Secrets }> {
  const all = keyed.deps.keys.secrets('idempotency').map((root) => secretsOf(keyed, root));
  const claim = await claimOrWait(
    keyed.deps,
    id,
    all.map(({ fingerprint: print }) => print),
  );
  const secrets = all[claim.state === 'answered' ? claim.print : 0];
  if (secrets === undefined) throw new Error('the key set derives no secrets');
  return { claim, secrets };
}

/** The notifier's key under which repeats wait for the first call. */
export const waitingKey = (id: Buffer): string => `once:${id.toString('base64url')}`;

export const newClaim = (deps: Deps, id: Buffer, bodyPrint: Buffer): NewClaim => {
  const now = deps.clock();
  return {
    id,
    fingerprint: bodyPrint,
    now,
    claimedUntil: now + claimLease,
    expiresAt: now + answerLifetime,
  };
};

/** Claims the key. A repeat waits while the first call runs: woken at its end, or by polling if another process runs it. */
async function claimOrWait(deps: Deps, id: Buffer, prints: readonly Buffer[]): Promise<Claim> {
  const [bodyPrint] = prints;
  if (bodyPrint === undefined) throw new Error('the key set derives no secrets');
  const { notifier } = deps.store;
  let begun = performance.now();
  let until: number | undefined;
  for (;;) {
    const claim = await claimKey(deps.store.relaxed, newClaim(deps, id, bodyPrint), prints);
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
