import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { Banner } from '@app/ui/banner';
import { ButtonLink } from '@app/ui/button';
import { useState, useId } from 'react';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';

import { CheckList } from './check-list.tsx';
import styles from './test-result.module.css';
import { StartTest } from '#screens/single-sign-on/start-test.tsx';

const variants = { passed: 'success', failed: 'critical', waiting: 'info', expired: 'warning' } as const;

/** Where the provider sends the browser after a test: every check with its verdict, and what the response says. */
export function TestResultScreen({ testId }: { testId: string }) {
  const { t, formats } = useTexts('single-sign-on');
  const { answer, failure, loading, readAgain } = useTest(testId);
  const failed = answer?.checks.filter(({ verdict }) => verdict === 'failed').length ?? 0;
  return (
    <Screen
      heading={t('single-sign-on.result.title')}
      lead={answer && t('single-sign-on.result.started', { time: formats.dateTime(answer.startedAt) })}
      actions={
        <>
          <ButtonLink variant="secondary" size="small" href="/dashboard/single-sign-on">
            {t('single-sign-on.result.back')}
          </ButtonLink>
          <StartTest variant="primary" label={t('single-sign-on.test.again')} />
        </>
      }
    >
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading />}
      {answer && (
        <>
          <Banner className={styles.verdictOfAll} variant={variants[answer.state]}>
            {answer.state === 'failed'
              ? t('single-sign-on.result.failed', { count: failed })
              : t(`single-sign-on.result.${answer.state}`)}
          </Banner>
          {answer.checks.length > 0 && <CheckList test={answer} />}
          {answer.answeredAt !== undefined && <Received test={answer} />}
        </>
      )}
    </Screen>
  );
}

/** Reads it again while the response is awaited. */
function useTest(testId: string) {
  const [state, setState] = useState<SamlTest['state']>();
  const reading = useRead(
    singleSignOnEndpoints.readSamlTest,
    { params: { testId } },
    { every: state === 'waiting' ? seconds(2) : undefined },
  );
  if (reading.answer && reading.answer.state !== state) setState(reading.answer.state);
  return reading;
}

/** A difference of clocks below this is not worth a word. */
const notable = seconds(30);

function Received({ test }: { test: SamlTest }) {
  const { t, formats } = useTexts('single-sign-on');
  const { clockDifference, nameId, email, attributes, answer } = test;
  const off = clockDifference === undefined ? undefined : Math.round(Math.abs(clockDifference) / seconds(1));
  const direction = (clockDifference ?? 0) > 0 ? 'ahead' : 'behind';
  return (
    <>
      <section className={styles.card}>
        <h2>{t('single-sign-on.result.says')}</h2>
        <dl className={styles.facts}>
          <div>
            <dt>{t('single-sign-on.result.email')}</dt>
            <dd>{email ?? t('single-sign-on.metadata.none')}</dd>
          </div>
          <div>
            <dt>NameID</dt>
            <dd>{nameId ?? t('single-sign-on.metadata.none')}</dd>
          </div>
          {off !== undefined && (
            <div>
              <dt>{t('single-sign-on.result.clock')}</dt>
              <dd>
                {off * seconds(1) < notable
                  ? t('single-sign-on.result.clockSame')
                  : off < minutes(2) / seconds(1)
                    ? t(`single-sign-on.result.seconds.${direction}`, { count: off })
                    : t(`single-sign-on.result.minutes.${direction}`, { count: Math.round(off / 60) })}
              </dd>
            </div>
          )}
          {attributes.map(({ name, values }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{formats.list(values)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {answer !== undefined && <XmlText xml={answer} />}
    </>
  );
}

/** The received XML as text, a tag on each line. Nothing of it is interpreted. */
function XmlText({ xml }: { xml: string }) {
  const { t } = useTexts('single-sign-on');
  const id = useId();
  return (
    <details className={styles.card}>
      <summary id={id}>{t('single-sign-on.result.xml')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={styles.xml} tabIndex={0} role="region" aria-labelledby={id}>
        {withLines(xml)}
      </pre>
    </details>
  );
}

/** Indents by depth; above this many tags the text stays as it is. */
const mostTags = 5000;

function withLines(xml: string): string {
  const parts = xml.replaceAll(/>\s*</g, '>\n<').split('\n');
  if (parts.length > mostTags) return xml;
  let depth = 0;
  return parts
    .map((part) => {
      if (part.startsWith('</')) depth -= 1;
      const line = '  '.repeat(Math.max(0, depth)) + part;
      const opens = /^<[^!?/]/.test(part) && !part.endsWith('/>') && !part.includes('</');
      if (opens) depth += 1;
      return line;
    })
    .join('\n');
}
