import { singleSignOnEndpoints, type Domain, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ChangeQuestion } from '#page/change-question.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';

import { nameAndEmail, type Configuration, type PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import { RequireForm } from './require-form.tsx';
import styles from '#screens/single-sign-on/single-sign-on.module.css';
import { Step } from '#screens/single-sign-on/step.tsx';

const { readPolicyEffect } = singleSignOnEndpoints;

export interface RequireStepProps {
  domains: readonly Domain[];
  configuration: Configuration;
  policy: Policy;
}

/** Step 5: everyone except one admin logs in by the provider. */
export function RequireStep({ domains, configuration, policy }: RequireStepProps) {
  const { t } = useTexts('single-sign-on');
  const { required } = policy.sso;
  const effect = useRead(readPolicyEffect, {});
  const missing = [
    !domains.some(({ state }) => state === 'verified') && t('single-sign-on.require.needsDomain'),
    configuration.entityId === undefined && t('single-sign-on.require.needsProvider'),
    configuration.testedAt === undefined && t('single-sign-on.require.needsTest'),
  ].filter((each) => each !== false);
  return (
    <Step
      number={5}
      heading={t('single-sign-on.require.title')}
      lead={t('single-sign-on.require.lead')}
      done={required}
      state={required ? { tone: 'good', text: t('single-sign-on.require.isRequired') } : undefined}
    >
      {effect.failure && <Failed failure={effect.failure} onTryAgain={effect.readAgain} />}
      {effect.loading && <Loading lines={2} />}
      {required && configuration.testedAt === undefined && (
        <Banner variant="warning">{t('single-sign-on.require.untested')}</Banner>
      )}
      {effect.answer && required && (
        <Required
          policy={policy}
          keeper={effect.answer.breakGlassAdmins.find(({ id }) => id === policy.sso.breakGlassUserId)}
          effect={effect.answer}
        />
      )}
      {!required && missing.length > 0 && (
        <div className={content.note}>
          {t('single-sign-on.require.missing')}
          <ul role="list" className={styles.missing}>
            {missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {effect.answer && !required && missing.length === 0 && (
        <RequireForm policy={policy} effect={effect.answer} />
      )}
    </Step>
  );
}

const { changePolicy, readPolicy } = singleSignOnEndpoints;

function Required({
  policy,
  keeper,
  effect: { restorable, restorableUntil },
}: {
  policy: Policy;
  keeper: { readonly name: string; readonly email: string } | undefined;
  effect: PolicyEffect;
}) {
  const { t, formats } = useTexts('single-sign-on');
  const { change } = useChange(changePolicy, { changes: [readPolicy, readPolicyEffect] });
  return (
    <>
      <p className={content.note}>
        {keeper
          ? t('single-sign-on.require.keeperIs', { person: nameAndEmail(keeper) })
          : t('single-sign-on.require.noKeeper')}
      </p>
      {restorableUntil !== undefined && (
        <p className={content.note}>
          {t('single-sign-on.require.backUntil', {
            count: restorable,
            time: formats.dateTime(restorableUntil),
          })}
        </p>
      )}
      <div className={content.actions}>
        <ChangeQuestion
          name="ssoOff"
          trigger={
            <Button variant="secondary" size="small">
              {t('single-sign-on.require.off')}
            </Button>
          }
          variant="primary"
          heading={t('single-sign-on.require.offQuestion')}
          description={
            restorable === 0
              ? t('single-sign-on.require.offText')
              : t('single-sign-on.require.offBack', { count: restorable })
          }
          action={t('single-sign-on.require.off')}
          change={() => change({ body: { sso: { required: false }, version: policy.version } })}
          done={t('single-sign-on.require.isOff')}
        />
      </div>
    </>
  );
}
