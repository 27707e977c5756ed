/**
 * One name per attempt. When the answer of an attempt got lost, the person presses again, and the very same request
 * goes out under the very same Idempotency-Key: the service answers with what it decided then, counts one try and sends
 * one mail (requirements §4 "Exactly once").
 */
import type { AnswerOf, BodyOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import type { Client, Outcome } from '@app/session/calls/client.ts';
import { randomId } from '@app/session/calls/random-id.ts';

interface Attempt {
  readonly asked: string;
  readonly body: unknown;
  readonly key: string;
}

const lost = new WeakMap<Client, Map<Endpoint, Attempt>>();

/**
 * Calls, repeating the last attempt if it asked the same and its answer never came.
 *
 * @param asked what the person asked for: two attempts with the same text are the same wish
 * @param makeBody made again for a new attempt only; a repeat must be word for word what was sent
 */
export async function callIdempotently<Entry extends Endpoint>(
  client: Client,
  entry: Entry,
  asked: string,
  makeBody: () => BodyOf<Entry> | Promise<BodyOf<Entry>>,
): Promise<Outcome<AnswerOf<Entry>>> {
  const attempts = lost.get(client) ?? new Map<Endpoint, Attempt>();
  lost.set(client, attempts);
  const before = attempts.get(entry);
  const current: Attempt =
    before?.asked === asked ? before : { asked, body: await makeBody(), key: randomId() };
  attempts.delete(entry);
  const outcome = await client.call(entry, current.body as BodyOf<Entry>, { idempotencyKey: current.key });
  const unanswered =
    !outcome.ok && (outcome.failure.kind === 'network' || outcome.failure.kind === 'timeout');
  if (unanswered) attempts.set(entry, current);
  return outcome;
}
