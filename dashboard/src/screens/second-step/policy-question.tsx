import { AlertDialog } from '@app/ui/dialog';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

import { PeopleWithoutFactor } from './people-without-factor.tsx';
import { providerStepOf, questionsOf, type Choice, type Question } from './policy-choice.ts';

/**
 * Asks before a policy that is weaker, or that asks people for a factor, with its effect.
 *
 * @param concerned how many people follow the company's policy
 */
export function PolicyQuestion({
  next,
  before,
  concerned,
  open,
  onOpenChange,
  onConfirm,
}: {
  next: Choice;
  before: Choice;
  concerned: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  const { t, formats } = useTexts('second-step');
  const now = useAppearedAt();
  const questions = questionsOf(next, before);
  const [first] = questions;
  if (first === undefined) return null;

  const effectOf = (question: Question): string => {
    const { factorFrom = 0 } = next;
    const day = formats.date(factorFrom);
    if (question === 'required')
      return t(`second-step.required.${factorFrom > now ? 'effectFrom' : 'effectNow'}`, { day });
    if (question === 'provider') return t('second-step.weaker.provider.effect');
    const isDay = question === 'any' || question === 'later';
    return t(`second-step.weaker.${question}.effect`, isDay ? { day } : { count: concerned });
  };
  const group = first === 'required' ? 'second-step.required' : (`second-step.weaker.${first}` as const);
  const isOne = questions.length === 1;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      variant={first === 'required' ? 'primary' : 'danger'}
      heading={isOne ? t(`${group}.title`) : t('second-step.both')}
      description={questions.map(effectOf).join(' ')}
      primaryAction={{ label: isOne ? t(`${group}.action`) : t('frame.save'), onAction: onConfirm }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      {questions.includes('required') && (
        <PeopleWithoutFactor secondStep={next.secondStep} providerStep={providerStepOf(next)} />
      )}
    </AlertDialog>
  );
}
