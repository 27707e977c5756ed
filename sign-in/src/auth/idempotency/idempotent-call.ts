/**
 * Repeats a call under the same Idempotency-Key (requirements §4 "Exactly once"). When an answer is lost and the person
 * presses again, the service answers as before, counts one try and sends one email. In an open page the same request is
 * sent again; over a reload the key is stored and the body, which may have a password, is not. The service refuses a
 * stored key with another body; the call is then sent under a new key (docs/decisions/exactly-once.md).
 */
import type { AnswerOf, BodyOf, Endpoint, InputOf } from '@app/contract/calls/endpoint.ts';
import type { Outcome } from '@app/session/calls/request.ts';
import { randomId } from '@app/session/calls/client.ts';

import type { AuthServices } from '#auth/auth-deps.ts';

/** In session storage, so for this tab only: maps the path of a call, with its address, to its key. */
const storageKey = 'lost_attempts';

/**
 * Makes a call, or repeats the last one if it requested the same and got no answer.
 *
 * @param asked identifies what the person requested: two calls with the same text request the same
 * @param makeBody makes the body of a new call; a repeat in the same page sends the first body again, byte for byte
 * @param email the address that the call is about: a call about another one has another key
 */
export async function callIdempotently<Entry extends Endpoint>(
  { client, memory: { unansweredCalls } }: Pick<AuthServices, 'client' | 'memory'>,
  entry: Entry,
  { asked, email }: { readonly asked: string; readonly email?: string },
  makeBody: () => BodyOf<Entry> | Promise<BodyOf<Entry>>,
): Promise<Outcome<AnswerOf<Entry>>> {
  const slot = email === undefined ? entry.path : `${entry.path} ${email}`;
  const before = unansweredCalls.get(entry);
  const beforeReload = before ? undefined : readKeys()[slot];
  const repeated = before?.asked === asked ? before : undefined;
  const body = repeated ? (repeated.body as BodyOf<Entry>) : await makeBody();
  const send = async (key: string): Promise<Outcome<AnswerOf<Entry>>> => {
    storeKey(slot, key);
    unansweredCalls.set(entry, { asked, body, key });
    const outcome = await client.call(entry, { body } as InputOf<Entry>, { idempotencyKey: key });
    const kind = outcome.ok ? undefined : outcome.failure.kind;
    if (kind === 'network' || kind === 'timeout') return outcome;
    unansweredCalls.delete(entry);
    storeKey(slot, undefined);
    return outcome;
  };
  const outcome = await send(repeated?.key ?? beforeReload ?? randomId());
  const wasOther = beforeReload !== undefined && !outcome.ok && outcome.failure.status === 409;
  return wasOther ? send(randomId()) : outcome;
}

/** Whether a call of this tab got no answer: it may have consumed its link, and a repeat gets the first answer. */
export const isUnanswered = ({ path }: Endpoint): boolean => readKeys()[path] !== undefined;

function readKeys(): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    const keys = Object.entries(read ?? {}).filter(([, key]) => /^[0-9a-f]{32}$/.test(String(key)));
    return Object.fromEntries(keys) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Where the browser blocks storage, no key survives a reload. */
function storeKey(slot: string, key: string | undefined): void {
  const { [slot]: _, ...others } = readKeys();
  const keys = key === undefined ? others : { ...others, [slot]: key };
  try {
    if (Object.keys(keys).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(keys));
  } catch {
    // Storage is blocked: no key was stored.
  }
}
