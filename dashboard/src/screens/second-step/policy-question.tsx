import { AlertDialog } from '@app/ui/dialog';
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useRead } from '#calls/use-read.ts';
import { NamedPeople } from '#lists/named-people.tsx';
import { Failed, Loading } from '#page/page-states.tsx';

import { providerStepOf, questionsOf, type Choice, type Question, type SecondStep } from './policy-choice.ts';

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
      heading={isOne ? t(`${group}.title`) : t('second-step.several')}
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

const { readPolicyEffect } = singleSignOnEndpoints;

/** Who would be asked to set up a factor, by name, if the company had this policy. */
function PeopleWithoutFactor(policy: { secondStep: SecondStep; providerStep: ProviderStep }) {
  const { t } = useTexts('second-step');
  const { client } = useCalls();
  const { answer, failure, readAgain } = useRead(readPolicyEffect, { query: policy });
  if (failure) return <Failed failure={failure} onTryAgain={readAgain} />;
  if (!answer) return <Loading lines={3} />;
  if (answer.withoutFactor === 0) return <p>{t('second-step.required.nobody')}</p>;
  return (
    <NamedPeople
      title={t('second-step.required.people', { count: answer.withoutFactor })}
      total={answer.withoutFactor}
      people={answer.peopleWithoutFactor}
      readAfter={async (withoutFactorAfter) => {
        const outcome = await client.call(readPolicyEffect, { query: { ...policy, withoutFactorAfter } });
        return outcome.ok ? { ok: true, answer: outcome.answer.peopleWithoutFactor } : outcome;
      }}
    />
  );
}
