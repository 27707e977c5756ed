import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { RadioGroup } from '@app/ui/radio';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/failed.tsx';
import { Loading } from '#page/loading.tsx';
import { Screen } from '#page/screen.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './second-step.module.css';

const { changePolicy, readPolicy, readPolicyEffect } = singleSignOnEndpoints;

type SecondStep = Policy['secondStep'];
const choices: readonly SecondStep[] = ['always', 'unrecognised', 'off'];

/** The company's policy for the mailed code (requirements §4 "Second step"). */
export function SecondStepScreen() {
  const { t } = useTexts('second-step');
  const policy = useRead(readPolicy, {});
  const effect = useRead(readPolicyEffect, {});
  const failed = policy.failure ?? effect.failure;
  return (
    <Screen heading={t('second-step.title')} lead={t('second-step.lead')}>
      {failed && (
        <Failed
          failure={failed}
          onTryAgain={() => {
            policy.readAgain();
            effect.readAgain();
          }}
        />
      )}
      {!policy.answer && !failed && <Loading />}
      {policy.answer && <PolicyChoice policy={policy.answer} />}
      {effect.answer && <OwnSecondSteps own={effect.answer.ownSecondStep} />}
    </Screen>
  );
}

function PolicyChoice({ policy }: { policy: Policy }) {
  const { t } = useTexts('second-step');
  const say = useSay();
  const { change, running } = useChange(changePolicy, { changes: [readPolicy] });

  async function choose(next: SecondStep, version: number): Promise<void> {
    if (running) return;
    const before = policy.secondStep;
    const outcome = await change({ body: { secondStep: next, version } });
    if (!outcome.ok) {
      say.failed(outcome.failure);
      return;
    }
    const { version: latest } = outcome.answer;
    say.done(t('second-step.saved'), { undo: () => void choose(before, latest) });
  }

  return (
    <RadioGroup
      className={styles.choice}
      label={t('second-step.label')}
      variant="card"
      value={policy.secondStep}
      aria-busy={running}
      options={choices.map((value) => ({
        value,
        label: t(`second-step.choices.${value}.label`),
        description: t(`second-step.choices.${value}.text`),
      }))}
      onChange={(next) => void choose(next, policy.version)}
    />
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
        <ul>
          {choices
            .filter((choice) => own[choice] > 0)
            .map((choice) => (
              <li key={choice}>
                <a href={`/dashboard/people?secondStep=${choice}`}>
                  {t(`second-step.choices.${choice}.label`)}
                </a>
                <span>{formats.number(own[choice])}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
