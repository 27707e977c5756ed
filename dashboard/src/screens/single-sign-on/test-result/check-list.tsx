import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { ChevronIcon } from '@app/ui/icons/choice-icons';
import { Icon } from '@app/ui/icons/icon';
import { TickIcon } from '@app/ui/icons/tick-icon';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import type { ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import { EmailChoices } from './email-choices.tsx';
import styles from './test-result.module.css';

type Verdict = SamlTest['checks'][number];

/** What failed comes first, with why and what to do; what passed or was not reached is folded. */
export function CheckList({ test }: { test: SamlTest }) {
  const { t } = useTexts('single-sign-on');
  const { checks } = test;
  const open = checks.filter(({ verdict, reason }) => verdict === 'failed' || reason !== undefined);
  const rest = checks.filter((check) => !open.includes(check));
  return (
    <section className={styles.card}>
      <h2>{t('single-sign-on.result.checks')}</h2>
      {open.length > 0 && (
        <ul role="list" className={styles.checks}>
          {open.map((check) => (
            <Check key={check.check} verdict={check}>
              {check.check === 'email' && check.verdict === 'failed' && (
                <EmailChoices test={test} reason={check.reason} />
              )}
            </Check>
          ))}
        </ul>
      )}
      {(['passed', 'notReached'] as const).map((verdict) => (
        <Folded key={verdict} verdict={verdict} checks={rest.filter((check) => check.verdict === verdict)} />
      ))}
    </section>
  );
}

function Folded({ verdict, checks }: { verdict: 'passed' | 'notReached'; checks: readonly Verdict[] }) {
  const { t } = useTexts('single-sign-on');
  if (checks.length === 0) return null;
  return (
    <details className={styles.folded}>
      <summary>
        <VerdictIcon verdict={verdict} />
        {t(`single-sign-on.result.count.${verdict}`, { count: checks.length })}
        <ChevronIcon />
      </summary>
      <ul role="list" className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.check} verdict={check} />
        ))}
      </ul>
    </details>
  );
}

function Check({
  verdict: { check, verdict, reason, expected, received },
  children,
}: {
  verdict: Verdict;
  children?: ReactNode;
}) {
  const { t } = useTexts('single-sign-on');
  return (
    <li data-verdict={verdict}>
      <VerdictIcon verdict={verdict} />
      <div className={styles.what}>
        <span className={styles.name}>
          <span>{t(`single-sign-on.checks.${check}`)}</span>
          <VisuallyHidden>{`: ${t(`single-sign-on.verdicts.${verdict}`)}`}</VisuallyHidden>
        </span>
        {reason !== undefined && <p className={styles.reason}>{t(`single-sign-on.reasons.${reason}`)}</p>}
        {(expected !== undefined || received !== undefined) && (
          <dl className={styles.difference}>
            {expected !== undefined && (
              <div>
                <dt>{t('single-sign-on.result.expected')}</dt>
                <dd>
                  <code>{expected}</code>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('single-sign-on.result.received')}</dt>
              <dd>
                {received === undefined || received === '' ? (
                  t('single-sign-on.result.nothing')
                ) : (
                  <code>{received}</code>
                )}
              </dd>
            </div>
          </dl>
        )}
        {children}
      </div>
    </li>
  );
}

function VerdictIcon({ verdict }: { verdict: Verdict['verdict'] }) {
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      {verdict === 'passed' && <TickIcon />}
      {verdict === 'failed' && (
        <Icon>
          <path d="m6 6 8 8m0-8-8 8" />
        </Icon>
      )}
      {verdict === 'notReached' && (
        <Icon>
          <path d="M6.500 10h7" />
        </Icon>
      )}
    </span>
  );
}
