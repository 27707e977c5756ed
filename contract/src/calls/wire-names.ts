/** Every name that the wire spells otherwise than our code, in both directions (CONTRIBUTING.md "Vocabulary"). */
import * as v from 'valibot';

import { challengeTimes, refusals, type RefusalName } from './refusals.ts';
import { ways } from '#fields/vocabulary.ts';

/** The name of a refusal in the body of an error: a dead challenge is `tooManyRequests` there. */
export const refusalOnTheWire = (name: RefusalName): string =>
  name === 'challengeDead' ? 'tooManyRequests' : name;

/** The refusal that a name on the wire means; undefined for one that the contract does not know. */
export const refusalFromWire = (name: string): RefusalName | undefined =>
  (Object.keys(refusals) as RefusalName[]).find((own) => refusalOnTheWire(own) === name);

export const challenge = v.object({
  session: v.string(),
  ...challengeTimes.entries,
  /** How the account can prove itself, the way that is asked for first. Missing: by the mailed code. */
  ways: v.optional(v.array(v.picklist(ways))),
});

/** The answer to a right password that a mailed code has to follow: `mfa` there, `challenge` here. */
export const challengeAnswer = v.pipe(
  v.object({ mfa: challenge }),
  v.transform(({ mfa }) => ({ challenge: mfa })),
);

/** What the service sends for a challenge. */
export const challengeToWire = (
  mfa: v.InferOutput<typeof challenge>,
): v.InferInput<typeof challengeAnswer> => ({ mfa });

/** The challenge in an answer to a sign-in as it came over the wire; undefined for any other answer. */
export function challengeFromWire(answer: unknown): v.InferOutput<typeof challenge> | undefined {
  const read = v.safeParse(challengeAnswer, answer);
  return read.success ? read.output.challenge : undefined;
}
