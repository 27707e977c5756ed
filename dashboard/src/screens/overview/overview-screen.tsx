import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { useState } from 'react';
import { NativeSelect } from '@app/ui/native-select';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { later } from '#page/later.tsx';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';
import { useAppearedAt } from '#session/use-session.ts';

import { Attention } from './attention.tsx';
import { daysOf } from './days-of.ts';
import styles from './overview.module.css';
import { SignInPlot } from './sign-in-plot.tsx';

/** Only a new company has them. */
const FirstSteps = later(async () => (await import('./first-steps.tsx')).FirstSteps, <Loading />);

/** Where an admin starts: the sign-ins of the last days, and what needs attention (requirements §5). */
export function OverviewScreen() {
  const { t, formats } = useTexts('overview');
  const [period, setPeriod] = useState<Period>('14');
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const now = useAppearedAt();
  const query = { days: period, timeZone };
  const { answer, failure, readAgain } = useRead(
    signInLogEndpoints.readOverview,
    { query },
    { keepLast: true },
  );
  const account = useRead(ownAccountEndpoints.readAccount, {});
  const accounts = answer?.accounts;
  const people = accounts ? accounts.active + accounts.unconfirmed + accounts.disabled : 0;
  return (
    <Screen heading={t('frame.areas.overview')} lead={t('overview.lead')}>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {((!answer && !failure) || account.loading) && <Loading />}
      {answer && accounts && !account.loading && (
        <div className={`${styles.cards} ${content.inOrder}`}>
          {(people < 2 || account.answer?.name === '') && (
            <FirstSteps people={people} singleSignOn={answer.certificateEnds.length > 0} />
          )}
          <section className={styles.wide} aria-labelledby="overview-plot">
            <div className={styles.head}>
              <h2 id="overview-plot">{t('overview.plot.title')}</h2>
              <PeriodChoice period={period} onChange={setPeriod} />
            </div>
            <SignInPlot days={daysOf(answer.signIns, { count: answer.days, today: answer.today })} />
          </section>
          <section className={styles.card} aria-labelledby="overview-attention">
            <h2 id="overview-attention">{t('overview.attention.title')}</h2>
            <Attention overview={answer} now={now} />
          </section>
          <section className={styles.card} aria-labelledby="overview-accounts">
            <h2 id="overview-accounts">{t('overview.accounts.title')}</h2>
            <dl className={styles.counts}>
              {(['active', 'unconfirmed', 'disabled'] as const).map((status) => (
                <div key={status}>
                  <dt>
                    <a href={`/dashboard/people?status=${status}`}>{t(`overview.accounts.${status}`)}</a>
                  </dt>
                  <dd>{formats.number(accounts[status])}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
    </Screen>
  );
}

const periods = ['7', '14', '30'] as const;
/** Days. */
type Period = (typeof periods)[number];

function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useTexts('overview');
  return (
    <NativeSelect
      label={t('overview.plot.days')}
      value={period}
      onChange={(event) => {
        const chosen = periods.find((each) => each === event.currentTarget.value);
        if (chosen) onChange(chosen);
      }}
      options={periods.map((value) => ({ value, label: t('overview.plot.last', { days: value }) }))}
    />
  );
}
