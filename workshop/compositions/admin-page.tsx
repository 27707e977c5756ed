import { NavButton, NavGroup, Navigation } from '@app/ui/navigation';
import type { ReactNode } from 'react';
import { Icon } from '@app/ui/icons/icon';

import styles from './admin-page.module.css';

const drawn = (lines: string) => () => (
  <Icon>
    <path d={lines} />
  </Icon>
);

/** Three points: more actions. */
export const MoreIcon = drawn('M4.5 10h.01M10 10h.01M15.5 10h.01');
/** Two persons. */
const PeopleIcon = drawn(
  'M7.6 9.400a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.4 7a5.4 5.4 0 0 1 10.8 0M13 3.700a3 3 0 0 1 0 5.500m2 2.700a5.4 5.4 0 0 1 2.8 4.5',
);
/** A lock. */
const LockIcon = drawn('M4.6 9h10.800v8H4.600Zm2.2 0V6.200a3.2 3.2 0 0 1 6.4 0V9');
/** A list with marks. */
const LogIcon = drawn('M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01');

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
