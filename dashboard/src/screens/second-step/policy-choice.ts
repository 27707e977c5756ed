/** What an admin chooses for the second step, and which of it is asked about before it is saved. */
import type { Policy } from '@app/contract/dashboard/single-sign-on.ts';

export type SecondStep = Policy['secondStep'];
/** The safest first. */
export const choices: readonly SecondStep[] = ['always', 'unrecognised', 'off'];

/** What was chosen and not saved, for the policy that was there then. */
export type Choice = Pick<Policy, 'secondStep' | 'factorFrom' | 'version'>;
export const isChoice = (stored: unknown): stored is Choice | undefined => {
  if (typeof stored !== 'object' || stored === null) return false;
  const { secondStep, factorFrom } = stored as Choice;
  return choices.includes(secondStep) && ['undefined', 'number'].includes(typeof factorFrom);
};

/** Without a second step nothing proves it. */
const factorFromOf = ({ secondStep, factorFrom }: Choice): number | undefined =>
  secondStep === 'off' ? undefined : factorFrom;

/** Which of the two questions of the form have another answer. */
export const differences = (one: Choice, other: Choice): { when: boolean; factor: boolean } => ({
  when: one.secondStep !== other.secondStep,
  factor: factorFromOf(one) !== factorFromOf(other),
});

/**
 * What the person is asked before a choice is saved: `unrecognised` and `off` weaken when it is asked, `any` and `later`
 * what proves it, `required` asks people for a factor.
 */
export type Question = 'unrecognised' | 'off' | 'any' | 'later' | 'required';

export function questionsOf(next: Choice, before: Choice): readonly Question[] {
  const { secondStep } = next;
  const isWeaker = choices.indexOf(secondStep) > choices.indexOf(before.secondStep);
  const when = isWeaker && secondStep !== 'always' ? [secondStep] : [];
  // Its question says that the password alone is enough.
  if (secondStep === 'off') return when;
  const [is = Infinity, was = Infinity] = [factorFromOf(next), factorFromOf(before)];
  if (is === was) return when;
  if (is < was) return [...when, 'required'];
  return [...when, is === Infinity ? 'any' : 'later'];
}
