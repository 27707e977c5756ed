/**
 * One name per attempt. When the answer of an attempt got lost, the person presses again, and the very same request goes
 * out under the very same Idempotency-Key: the service answers with what it decided then, counts one try and sends one
 * mail (decisions, section 4 'Exactly once').
 */
import type { Answer, Body, EndpointName } from '@app/contract/endpoints.ts';
import type { Client, Outcome } from '@app/session/client.ts';
import { randomId } from '@app/session/random-id.ts';

interface Attempt {
  readonly asked: string;
  readonly body: unknown;
  readonly key: string;
}

const lost = new WeakMap<Client, Map<EndpointName, Attempt>>();

/**
 * Calls, repeating the last attempt if it asked the same and its answer never came.
 *
 * @param asked what the person asked for: two attempts with the same text are the same wish
 * @param makeBody made anew for a new attempt only; a repeat must be word for word what was sent
 */
export async function attempt<Name extends EndpointName>(
  client: Client,
  name: Name,
  asked: string,
  makeBody: () => Body<Name> | Promise<Body<Name>>,
): Promise<Outcome<Answer<Name>>> {
  const attempts = lost.get(client) ?? new Map<EndpointName, Attempt>();
  lost.set(client, attempts);
  const before = attempts.get(name);
  const current: Attempt =
    before?.asked === asked ? before : { asked, body: await makeBody(), key: randomId() };
  attempts.delete(name);
  const outcome = await client.call(name, current.body as Body<Name>, { idempotencyKey: current.key });
  const unanswered =
    !outcome.ok && (outcome.failure.kind === 'network' || outcome.failure.kind === 'timeout');
  if (unanswered) attempts.set(name, current);
  return outcome;
}
