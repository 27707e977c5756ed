import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { useLocation } from 'wouter';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';
import content from '#page/content.module.css';

import { DomainsStep } from './domains-step.tsx';
import { MetadataStep } from './metadata-step.tsx';
import { ProviderStep } from './provider-step.tsx';
import { RequireStep } from './require/require-step.tsx';
import styles from './single-sign-on.module.css';
import { TestResultScreen } from './test-result/test-result-screen.tsx';
import type { Configuration } from './set-up.ts';
import { StartTest } from './start-test.tsx';
import { Step } from './step.tsx';

const { listDomains, readPolicy, readSamlConfiguration } = singleSignOnEndpoints;

/** Sets up single sign-on in five steps (requirements §5), or shows the result of a test. */
export function SingleSignOnScreen() {
  const [path] = useLocation();
  const testId = /^\/single-sign-on\/test\/([\da-f-]{36})\/?$/i.exec(path)?.[1];
  return testId === undefined ? <SetUp /> : <TestResultScreen testId={testId.toLowerCase()} />;
}

function SetUp() {
  const { t } = useTexts('single-sign-on');
  const domains = useRead(listDomains, {});
  const configuration = useRead(readSamlConfiguration, {});
  const policy = useRead(readPolicy, {});
  const reads = [domains, configuration, policy];
  const failed = reads.find(({ failure }) => failure);
  const isRead = domains.answer && configuration.answer && policy.answer;
  return (
    <Screen heading={t('frame.areas.singleSignOn')} lead={t('single-sign-on.lead')}>
      {failed?.failure && (
        <Failed
          failure={failed.failure}
          onTryAgain={() => {
            for (const read of reads) if (read.failure) read.readAgain();
          }}
        />
      )}
      {!isRead && !failed && <Loading />}
      {domains.answer && configuration.answer && policy.answer && (
        <ol role="list" className={styles.steps}>
          <DomainsStep domains={domains.answer.items} onMissed={domains.readAgain} />
          <ProviderStep
            values={configuration.answer.serviceProvider}
            done={configuration.answer.entityId !== undefined}
          />
          <MetadataStep configuration={configuration.answer} policy={policy.answer} />
          <TestStep configuration={configuration.answer} />
          <RequireStep
            domains={domains.answer.items}
            configuration={configuration.answer}
            policy={policy.answer}
          />
        </ol>
      )}
    </Screen>
  );
}

/** Step 4: a login at the provider that logs nobody in. */
function TestStep({ configuration }: { configuration: Configuration }) {
  const { t, formats } = useTexts('single-sign-on');
  const configured = configuration.entityId !== undefined;
  const { testedAt } = configuration;
  return (
    <Step
      number={4}
      heading={t('single-sign-on.test.title')}
      lead={t('single-sign-on.test.lead')}
      done={testedAt !== undefined}
    >
      <div className={content.actions}>
        <StartTest
          disabled={!configured}
          variant={testedAt === undefined ? 'primary' : 'secondary'}
          label={t(testedAt === undefined ? 'single-sign-on.test.start' : 'single-sign-on.test.again')}
        />
        <span className={content.note}>
          {testedAt !== undefined
            ? t('single-sign-on.test.passedAt', { time: formats.dateTime(testedAt) })
            : t(configured ? 'single-sign-on.test.open' : 'single-sign-on.test.needsProvider')}
        </span>
      </div>
    </Step>
  );
}
