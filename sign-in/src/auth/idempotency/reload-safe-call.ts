/**
 * Attempts whose answer got lost, across a reload of the tab: the Idempotency-Key is kept, so the repeat gets the first
 * answer (requirements §4 "Exactly once"). Nothing of the body is kept. The service compares it: a key that comes with
 * another body is refused, and that attempt is then a new one (docs/decisions/form-keys.md).
 */
import type { AnswerOf, BodyOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import type { Client, Outcome } from '@app/session/calls/client.ts';
import { randomId } from '@app/session/calls/random-id.ts';
import * as v from 'valibot';

/** In session storage: this tab alone, and over with it. Path of the call to its key. */
const storageKey = 'lost_attempts';
const stored = v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)));

interface Asked {
  readonly asked: string;
  readonly key: string;
}
/** What this page itself has asked without an answer. */
const askedHere = new WeakMap<Client, Map<Endpoint, Asked>>();

/**
 * Calls. A repeat of the last attempt that got no answer has its key: in the same page if the person asks for the same,
 * after a reload in any case.
 *
 * @param asked what the person asked for
 */
export async function callAcrossReloads<Entry extends Endpoint>(
  client: Client,
  entry: Entry,
  asked: string,
  body: BodyOf<Entry>,
): Promise<Outcome<AnswerOf<Entry>>> {
  const here = askedHere.get(client) ?? new Map<Endpoint, Asked>();
  askedHere.set(client, here);
  const before = here.get(entry);
  const beforeReload = before ? undefined : readKeys()[entry.path];
  const key = before?.asked === asked ? before.key : (beforeReload ?? randomId());
  const send = async (idempotencyKey: string): Promise<Outcome<AnswerOf<Entry>>> => {
    keepKey(entry.path, idempotencyKey);
    here.set(entry, { asked, key: idempotencyKey });
    const outcome = await client.call(entry, body, { idempotencyKey });
    const kind = outcome.ok ? undefined : outcome.failure.kind;
    if (kind === 'network' || kind === 'timeout') return outcome;
    here.delete(entry);
    keepKey(entry.path, undefined);
    return outcome;
  };
  const outcome = await send(key);
  const wasOther = beforeReload !== undefined && !outcome.ok && outcome.failure.status === 409;
  return wasOther ? send(randomId()) : outcome;
}

/** Whether an attempt of this tab is without an answer: its link may be used by it, and its repeat would say so. */
export const isUnanswered = ({ path }: Endpoint): boolean => readKeys()[path] !== undefined;

function readKeys(): Readonly<Record<string, string>> {
  try {
    const read = v.safeParse(stored, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return read.success ? read.output : {};
  } catch {
    return {};
  }
}

/** Where the browser withholds its storage, an attempt ends with the page. */
function keepKey(path: string, key: string | undefined): void {
  const { [path]: _, ...others } = readKeys();
  const keys = key === undefined ? others : { ...others, [path]: key };
  try {
    if (Object.keys(keys).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(keys));
  } catch {
    // Withheld: nothing was kept.
  }
}
