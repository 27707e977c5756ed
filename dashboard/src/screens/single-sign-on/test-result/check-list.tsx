import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { Icon } from '@app/ui/icons/icon';
import { TickIcon } from '@app/ui/icons/tick-icon';
import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './test-result.module.css';

type Verdict = SamlTest['checks'][number];

/** The verdict of every check; one that failed says why and what to do. */
export function CheckList({ checks }: { checks: readonly Verdict[] }) {
  const { t } = useTexts('single-sign-on');
  return (
    <section className={styles.card}>
      <h2>{t('single-sign-on.result.checks')}</h2>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.check} verdict={check} />
        ))}
      </ul>
    </section>
  );
}

function Check({ verdict: { check, verdict, reason, expected, received } }: { verdict: Verdict }) {
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
