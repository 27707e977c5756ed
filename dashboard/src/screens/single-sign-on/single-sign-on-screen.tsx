import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { useLocation } from 'wouter';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';

import { DomainsStep } from './domains-step.tsx';
import { MetadataStep } from './metadata-step.tsx';
import { ProviderStep } from './provider-step.tsx';
import { RequireStep } from './require/require-step.tsx';
import styles from './single-sign-on.module.css';
import { TestResultScreen } from './test-result/test-result-screen.tsx';
import { TestStep } from './test-step.tsx';

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
    <Screen heading={t('single-sign-on.title')} lead={t('single-sign-on.lead')}>
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
        <ol className={styles.steps}>
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
