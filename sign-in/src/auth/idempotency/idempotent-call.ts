/**
 * Repeats a call under the same Idempotency-Key (requirements §4 "Exactly once"). When an answer is lost and the person
 * presses again, the same request is sent again, so the service answers as before, counts one try and sends one mail.
 */
import type { AnswerOf, BodyOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import type { Outcome } from '@app/session/calls/request.ts';
import { randomId } from '@app/session/calls/random-id.ts';

import type { AuthServices } from '#auth/auth-deps.ts';

/**
 * Makes a call, or repeats the last one if it requested the same and got no answer.
 *
 * @param asked identifies what the person requested: two calls with the same text request the same
 * @param makeBody makes the body of a new call; a repeat sends the first body again, byte for byte
 */
export async function callIdempotently<Entry extends Endpoint>(
  { client, memory: { unansweredCalls } }: Pick<AuthServices, 'client' | 'memory'>,
  entry: Entry,
  asked: string,
  makeBody: () => BodyOf<Entry> | Promise<BodyOf<Entry>>,
): Promise<Outcome<AnswerOf<Entry>>> {
  const before = unansweredCalls.get(entry);
  const current = before?.asked === asked ? before : { asked, body: await makeBody(), key: randomId() };
  unansweredCalls.delete(entry);
  const outcome = await client.call(entry, current.body as BodyOf<Entry>, { idempotencyKey: current.key });
  const unanswered =
    !outcome.ok && (outcome.failure.kind === 'network' || outcome.failure.kind === 'timeout');
  if (unanswered) unansweredCalls.set(entry, current);
  return outcome;
}
