import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { NavButton, NavGroup, Navigation, NavMore } from '@app/ui/navigation';
import { type MouseEvent, type ReactNode } from 'react';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { useRead } from '#calls/use-read.ts';
import type { DashboardConfig } from '#config.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { usePerson } from '#session/use-session.ts';

import { areasOf, type Area } from '#app/areas.ts';
import { AccountButton } from './account-button.tsx';
import { AreaIcon } from './area-icons.tsx';
import { FrameLayout } from './frame-skeleton.tsx';
import styles from './frame.module.css';
import { useCollapsed } from './stored-view.ts';

export interface FrameProps {
  config: DashboardConfig;
  /** The area that is open. */
  open: Area | undefined;
  onShowKeys: () => void;
  children: ReactNode;
}

/** What is around every screen: the company, the account menu, and the navigation of who has more than one area. */
export function Frame({ config, open, onShowKeys, children }: FrameProps) {
  const { t } = useTexts();
  const { isAdmin } = usePerson();
  const account = useRead(ownAccountEndpoints.readAccount, {});
  const [collapsed, setCollapsed] = useCollapsed();
  const badges = useBadges(isAdmin);
  const allowed = areasOf(isAdmin);
  const entries = (group: Area['group']) =>
    allowed
      .filter((area) => area.group === group)
      .map((area) => (
        <NavButton
          key={area.name}
          icon={<AreaIcon name={area.icon} />}
          label={t(area.label)}
          href={`/dashboard${area.path}`}
          active={area === open}
          badge={badges[area.name]}
        />
      ));
  const grouped = (group: Area['group'], heading: string) => (
    <NavGroup heading={heading}>{entries(group)}</NavGroup>
  );
  const company = account.answer?.company.name ?? config.brand.name;

  return (
    <>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {t('frame.skip')}
      </a>
      <FrameLayout
        bar={
          <>
            <a className={styles.company} href="/dashboard">
              {config.brand.logoUrl ? <img src={config.brand.logoUrl} alt="" /> : <Mark />}
              <CutText text={company} />
            </a>
            <AccountButton helpUrl={config.helpUrl} onShowKeys={onShowKeys} />
          </>
        }
        navigation={
          allowed.length > 1 && (
            <Navigation
              label={t('frame.navigation.label')}
              toggleLabels={{
                collapse: t('frame.navigation.collapse'),
                expand: t('frame.navigation.expand'),
              }}
              collapsed={collapsed}
              onCollapsedChange={setCollapsed}
            >
              {entries('main')}
              <NavMore
                label={t('frame.navigation.more')}
                active={open !== undefined && open.group !== 'main'}
                badge={badges['single-sign-on']}
              >
                {grouped('security', t('frame.navigation.security'))}
                {grouped('logs', t('frame.navigation.logs'))}
                {grouped('me', t('frame.navigation.personal'))}
              </NavMore>
            </Navigation>
          )
        }
      >
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </FrameLayout>
    </>
  );
}

/** A link to the content would change the address, which is that of the screen. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The product's mark, where the reseller has no logo. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M10 14v4m4-8v12m4-9v6m4-8v10"
        fill="none"
        stroke="var(--brand-on-solid)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}

const readEvery = minutes(5);

type Badge = { count: number; label: string };

/** What waits in the areas of an admin, as counts for the navigation. */
export function useBadges(isAdmin: boolean): Readonly<Partial<Record<Area['name'], Badge>>> {
  const { t } = useTexts();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { answer, readAt } = useRead(
    signInLogEndpoints.readOverview,
    { query: { timeZone } },
    { enabled: isAdmin, every: readEvery },
  );
  if (!answer) return {};
  const waiting = answer.invitationsWaiting;
  const ending = answer.certificateEnds.filter((end) => end - readAt <= limits.certificateNotice).length;
  const attention = answer.domainsLost + ending;
  return {
    ...(waiting > 0 && {
      invitations: { count: waiting, label: t('frame.badges.invitations', { count: waiting }) },
    }),
    ...(attention > 0 && {
      'single-sign-on': { count: attention, label: t('frame.badges.singleSignOn', { count: attention }) },
    }),
  };
}
