import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { NamedPeople } from '#lists/named-people.tsx';
import { Failed, Loading } from '#page/page-states.tsx';

import type { SecondStep } from './policy-choice.ts';

const { readPolicyEffect } = singleSignOnEndpoints;

/** Who would be asked to set up a factor, by name, if the company had this policy. */
export function PeopleWithoutFactor(policy: { secondStep: SecondStep; providerStep: ProviderStep }) {
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
