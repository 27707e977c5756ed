/**
 * Repeats a call under the same Idempotency-Key even after a reload of the tab (requirements §4 "Exactly once"): the key is
 * stored, the body is not. The service refuses a stored key with another body; the call is then sent under a new key
 * (docs/decisions/form-keys.md).
 */
import type { AnswerOf, BodyOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import type { Outcome } from '@app/session/calls/request.ts';
import { randomId } from '@app/session/calls/random-id.ts';
import * as v from 'valibot';

import type { AuthServices } from '#auth/auth-deps.ts';

/** In session storage, so for this tab only: maps the path of a call to its key. */
const storageKey = 'lost_attempts';
const stored = v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)));

/**
 * Makes a call. It reuses the key of the last call without an answer: in the same page if the person requests the same,
 * after a reload always.
 *
 * @param asked identifies what the person requested
 */
export async function callAcrossReloads<Entry extends Endpoint>(
  { client, memory: { unansweredReloadSafeCalls: unanswered } }: Pick<AuthServices, 'client' | 'memory'>,
  entry: Entry,
  asked: string,
  body: BodyOf<Entry>,
): Promise<Outcome<AnswerOf<Entry>>> {
  const before = unanswered.get(entry);
  const beforeReload = before ? undefined : readKeys()[entry.path];
  const key = before?.asked === asked ? before.key : (beforeReload ?? randomId());
  const send = async (idempotencyKey: string): Promise<Outcome<AnswerOf<Entry>>> => {
    storeKey(entry.path, idempotencyKey);
    unanswered.set(entry, { asked, key: idempotencyKey });
    const outcome = await client.call(entry, body, { idempotencyKey });
    const kind = outcome.ok ? undefined : outcome.failure.kind;
    if (kind === 'network' || kind === 'timeout') return outcome;
    unanswered.delete(entry);
    storeKey(entry.path, undefined);
    return outcome;
  };
  const outcome = await send(key);
  const wasOther = beforeReload !== undefined && !outcome.ok && outcome.failure.status === 409;
  return wasOther ? send(randomId()) : outcome;
}

/** Whether a call of this tab got no answer: it may have consumed its link, and a repeat gets the first answer. */
export const isUnanswered = ({ path }: Endpoint): boolean => readKeys()[path] !== undefined;

function readKeys(): Readonly<Record<string, string>> {
  try {
    const read = v.safeParse(stored, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return read.success ? read.output : {};
  } catch {
    return {};
  }
}

/** Where the browser blocks storage, no key survives a reload. */
function storeKey(path: string, key: string | undefined): void {
  const { [path]: _, ...others } = readKeys();
  const keys = key === undefined ? others : { ...others, [path]: key };
  try {
    if (Object.keys(keys).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(keys));
  } catch {
    // Storage is blocked: no key was stored.
  }
}
