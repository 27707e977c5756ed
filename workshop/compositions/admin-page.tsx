import { NavButton, NavGroup, Navigation } from '@app/ui/navigation';
import type { ReactNode } from 'react';

import { LockIcon, LogIcon, PeopleIcon } from './icons.tsx';
import styles from './admin-page.module.css';

/** The frame of an admin's page: navigation at the side, the page's heading, its main actions and its content. */
export function AdminPage({
  current,
  heading,
  actions,
  children,
}: {
  /** The page in the navigation that is open. */
  current: string;
  heading: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <Navigation
        label="Main"
        toggleLabels={{ collapse: 'Collapse navigation', expand: 'Expand navigation' }}
        header={<strong className={styles.logo}>Northline</strong>}
      >
        <NavButton
          icon={<PeopleIcon />}
          label="People"
          href="#people"
          active={current === 'People'}
          badge={{ count: 3, label: '3 invitations wait' }}
        />
        <NavButton icon={<LogIcon />} label="Login log" href="#log" active={current === 'Login log'} />
        <NavGroup heading="Company">
          <NavButton
            icon={<LockIcon />}
            label="Sign-in"
            href="#sign-in"
            active={current === 'Sign-in'}
            restricted="Only for admins"
          />
        </NavGroup>
      </Navigation>
      <main className={styles.main}>
        <header className={styles.header}>
          <h1>{heading}</h1>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
        {children}
      </main>
    </div>
  );
}
