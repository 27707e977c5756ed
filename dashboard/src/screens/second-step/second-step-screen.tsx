import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';

import { choices, PolicyForm, type SecondStep } from './policy-form.tsx';
import styles from './second-step.module.css';

const { readPolicy, readPolicyEffect } = singleSignOnEndpoints;

/** The company's policy for the mailed code (requirements §4 "Second step"). */
export function SecondStepScreen() {
  const { t } = useTexts('second-step');
  const policy = useRead(readPolicy, {});
  const effect = useRead(readPolicyEffect, {});
  const failed = policy.failure ?? effect.failure;
  return (
    <Screen heading={t('frame.areas.secondStep')} lead={t('second-step.lead')}>
      {failed && (
        <Failed
          failure={failed}
          onTryAgain={() => {
            policy.readAgain();
            effect.readAgain();
          }}
        />
      )}
      {!(policy.answer && effect.answer) && !failed && <Loading />}
      {policy.answer && effect.answer && (
        <>
          <PolicyForm policy={policy.answer} concerned={effect.answer.companySecondStep} />
          <OwnSecondSteps own={effect.answer.ownSecondStep} />
        </>
      )}
    </Screen>
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
