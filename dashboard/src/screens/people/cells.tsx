import type { User } from '@app/contract/dashboard/users.ts';
import type { Language, Strategy } from '@app/contract/fields/vocabulary.ts';
import { Avatar } from '@app/ui/avatar';
import { Flag } from '@app/ui/flag';
import { Icon } from '@app/ui/icons/icon';

import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { useAppearedAt } from '#session/use-session.ts';

import styles from './people.module.css';

export function PersonName({ user }: { user: Pick<User, 'name' | 'email'> }) {
  return (
    <span className={styles.person}>
      <Avatar name={user.name} size={24} decorative />
      <CutText text={user.name === '' ? user.email : user.name} />
    </span>
  );
}

const methodLines: Record<Strategy, string> = {
  // A keyhole in a lock.
  password: 'M5 9h10v7.500H5Zm2-.200V6.500a3 3 0 0 1 6 0V9M10 12.200v1.500',
  // The letter G.
  google: 'M16.200 10H10.500m5.700 0a6.200 6.200 0 1 1-2-4.600',
  // A key.
  saml: 'M6.600 17a3.600 3.600 0 1 0 0-7.200 3.600 3.600 0 0 0 0 7.200Zm2.600-6.200 7.300-7.300m-3 3 2.600 2.600',
};

export function Method({ method }: { method: Strategy }) {
  const { t } = useTexts('people');
  return (
    <span className={styles.method}>
      <Icon size={16}>
        <path d={methodLines[method]} />
      </Icon>
      {t(`people.methods.${method}`)}
    </span>
  );
}

/** An account without its address says so, unless it is disabled besides. */
export function StatusBadge({ status, addressLost }: Pick<User, 'status' | 'addressLost'>) {
  const { t } = useTexts('people');
  const shown = addressLost && status === 'active' ? 'addressLost' : status;
  return (
    <span className={styles.badge} data-status={shown}>
      {t(`people.statuses.${shown}`)}
    </span>
  );
}

/** How long ago, and the country of the browser's language. The person's own screen has both in full. */
export function LastSignIn({ user: { lastSignInAt, country } }: { user: User }) {
  const { t, formats, language } = useTexts('people');
  const now = useAppearedAt();
  if (lastSignInAt === undefined) return <span className={styles.quiet}>{t('people.never')}</span>;
  const name = country === undefined ? undefined : countryName(country, language);
  return (
    <span className={styles.signIn}>
      {name === undefined ? null : <Flag countryCode={country} size="small" label={name} />}
      <time dateTime={new Date(lastSignInAt).toISOString()}>{formats.relative(lastSignInAt, now)}</time>
    </span>
  );
}

/** Undefined for letters that are no country's, which have no flag. */
export function countryName(code: string, language: Language): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}
