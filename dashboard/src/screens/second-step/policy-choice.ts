/** What an admin chooses for the second step, and which of it is asked about before it is saved. */
import { type ProviderStep, providerSteps } from '@app/contract/fields/vocabulary.ts';
import type { Policy } from '@app/contract/dashboard/single-sign-on.ts';

export type SecondStep = Policy['secondStep'];
/** The safest first. */
export const choices: readonly SecondStep[] = ['always', 'unrecognised', 'off'];

/** What was chosen and not saved, for the policy that was there then. */
export type Choice = Pick<Policy, 'secondStep' | 'factorFrom' | 'providerStep' | 'version'>;
export const isChoice = (stored: unknown): stored is Choice | undefined => {
  if (typeof stored !== 'object' || stored === null) return false;
  const { secondStep, factorFrom, providerStep = 'never' } = stored as Choice;
  return (
    choices.includes(secondStep) &&
    ['undefined', 'number'].includes(typeof factorFrom) &&
    providerSteps.includes(providerStep)
  );
};

/** Without a second step nothing proves it. */
const factorFromOf = ({ secondStep, factorFrom }: Choice): number | undefined =>
  secondStep === 'off' ? undefined : factorFrom;

/** Without a second step none follows a provider. */
export const providerStepOf = ({ secondStep, providerStep = 'never' }: Choice): ProviderStep =>
  secondStep === 'off' ? 'never' : providerStep;

/** Which of the questions of the form have another answer. */
export const differences = (one: Choice, other: Choice): Record<'when' | 'factor' | 'provider', boolean> => ({
  when: one.secondStep !== other.secondStep,
  factor: factorFromOf(one) !== factorFromOf(other),
  provider: providerStepOf(one) !== providerStepOf(other),
});

/**
 * What the person is asked before a choice is saved: `unrecognised` and `off` weaken when it is asked, `any` and `later`
 * what proves it, `provider` whom it concerns; `required` asks people for a factor.
 */
export type Question = 'unrecognised' | 'off' | 'any' | 'later' | 'provider' | 'required';

export function questionsOf(next: Choice, before: Choice): readonly Question[] {
  const { secondStep } = next;
  const isWeaker = choices.indexOf(secondStep) > choices.indexOf(before.secondStep);
  const when = isWeaker && secondStep !== 'always' ? [secondStep] : [];
  // Its question says that the password alone is enough.
  if (secondStep === 'off') return when;
  const [is = Infinity, was = Infinity] = [factorFromOf(next), factorFromOf(before)];
  const [asks, asked] = [next, before].map((choice) => providerSteps.indexOf(providerStepOf(choice)));
  const isLess = (asks ?? 0) < (asked ?? 0);
  const weaker: Question[] = [
    ...when,
    ...(isLess ? (['provider'] as const) : []),
    ...(is > was ? [is === Infinity ? ('any' as const) : ('later' as const)] : []),
  ];
  // People who were not asked before can be without a factor, too.
  return is < was || (is < Infinity && asked === 0 && asks !== 0) ? [...weaker, 'required'] : weaker;
}
