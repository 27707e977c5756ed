/** The outcome of a call as a value: its answer, or the refusal as the wire shows it. */
import { Refusal } from '#refusal.ts';

export type Outcome<T> = { answer: T; refusal?: undefined } | { answer?: undefined; refusal: Refusal };

/** Awaits a flow. Rethrows an error that is not a refusal: it is a bug. */
export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await work };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** `answered`, or the refusal's name. */
export const nameOf = ({ refusal }: Outcome<unknown>): string => refusal?.refusal ?? 'answered';

/** The refresh token of an answer with tokens: the answer of a repeat has the same one in newly signed tokens. */
export const refreshTokenOf = ({ answer }: Outcome<unknown>): string | undefined =>
  /"refresh_token":"(?<token>[^"]+)"/.exec(JSON.stringify(answer) ?? '')?.groups?.['token'];

/** How often each name occurs. */
export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The tokens in the answer of a provider's sign-in; throws if a second step follows. */
export function tokensIn<Answer extends object>(
  answer: Answer | undefined,
): Extract<Answer, { access_token: string }> {
  if (answer === undefined || !('access_token' in answer)) throw new Error('nobody was signed in');
  return answer as Extract<Answer, { access_token: string }>;
}
