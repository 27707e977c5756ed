import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import type { Policy, singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import { useTexts } from '#i18n/use-texts.ts';

import { choices, type SecondStep } from './policy-choice.ts';
import { PolicyForm } from './policy-form.tsx';
import styles from './second-step.module.css';

type Effect = AnswerOf<typeof singleSignOnEndpoints.readPolicyEffect>;

/** The form of the policy, and whom it leaves alone. */
export function SecondStepPolicy({ policy, effect }: { policy: Policy; effect: Effect }) {
  return (
    <>
      <PolicyForm policy={policy} concerned={effect.companySecondStep} />
      <OwnSecondSteps own={effect.ownSecondStep} />
    </>
  );
}

function OwnSecondSteps({ own }: { own: Readonly<Record<SecondStep, number>> }) {
  const { t, formats } = useTexts('second-step');
  const total = choices.reduce((sum, choice) => sum + own[choice], 0);
  return (
    <section className={styles.own}>
      <h2>{t('second-step.own.title')}</h2>
      <p>{total === 0 ? t('second-step.own.none') : t('second-step.own.text', { count: total })}</p>
      {total > 0 && (
        <ul role="list">
          {choices
            .filter((choice) => own[choice] > 0)
            .map((choice) => (
              <li key={choice}>
                <a href={`/dashboard/people?secondStep=${choice}`}>{t(`frame.values.${choice}`)}</a>
                <span>{formats.number(own[choice])}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
