import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { later, usePreload } from '#page/later.tsx';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';

const loadForm = async () => (await import('./second-step-policy.tsx')).SecondStepPolicy;
const SecondStepPolicy = later(loadForm, <Loading />);

const { readPolicy, readPolicyEffect } = singleSignOnEndpoints;

/** The company's policy for the mailed code (requirements §4 "Second step"). */
export function SecondStepScreen() {
  // While the policy is read.
  usePreload(loadForm);
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
      {policy.answer && effect.answer && <SecondStepPolicy policy={policy.answer} effect={effect.answer} />}
    </Screen>
  );
}
