import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import { reuseShownDays, type signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './overview.module.css';

type Overview = AnswerOf<typeof signInLogEndpoints.readOverview>;

/** What needs the admin, each with the screen where it is done. */
export function Attention({ overview, now }: { overview: Overview; now: number }) {
  const { t, formats } = useTexts('overview');
  const { invitationsWaiting, invitationsExpired, domainsLost, refreshReuses, certificateEnds } = overview;
  const rows: { href: string; words: string; urgent: boolean }[] = [];
  if (refreshReuses > 0)
    rows.push({
      href: `/dashboard/sign-in-log?type=refreshReuse&range=${reuseShownDays}`,
      words: t('overview.attention.reuses', { count: refreshReuses }),
      urgent: true,
    });
  if (domainsLost > 0)
    rows.push({
      href: '/dashboard/single-sign-on',
      words: t('overview.attention.domains', { count: domainsLost }),
      urgent: true,
    });
  for (const end of certificateEnds.filter((time) => time - now <= limits.certificateNotice))
    rows.push({
      href: '/dashboard/single-sign-on',
      words: t(end <= now ? 'overview.attention.certificateEnded' : 'overview.attention.certificate', {
        date: formats.date(end),
      }),
      urgent: true,
    });
  if (invitationsExpired > 0)
    rows.push({
      href: '/dashboard/invitations?state=expired',
      words: t('overview.attention.expired', { count: invitationsExpired }),
      urgent: false,
    });
  if (invitationsWaiting > 0)
    rows.push({
      href: '/dashboard/invitations?state=waiting',
      words: t('overview.attention.waiting', { count: invitationsWaiting }),
      urgent: false,
    });
  if (rows.length === 0) return <p className={styles.note}>{t('overview.attention.none')}</p>;
  return (
    <ul role="list" className={styles.attention}>
      {rows.map(({ href, words, urgent }) => (
        <li key={words} data-urgent={urgent}>
          <a href={href}>{words}</a>
        </li>
      ))}
    </ul>
  );
}
