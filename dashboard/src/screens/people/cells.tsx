import type { User } from '@app/contract/dashboard/users.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { Avatar } from '@app/ui/avatar';
import { Icon } from '@app/ui/icons/icon';
import { type Policy, singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import { useTexts } from '#i18n/use-texts.ts';
import { ShortTime, PersonCell } from '#lists/cells.tsx';
import { useRead } from '#calls/use-read.ts';

import styles from './people.module.css';
import type { CompanyStep } from './bulk/change-effects.ts';

export function PersonName({ user }: { user: Pick<User, 'name' | 'email'> }) {
  return <PersonCell {...user} avatar={<Avatar name={user.name || user.email} size={32} decorative />} />;
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
  const { t } = useTexts();
  return (
    <span className={styles.method}>
      <Icon size={16}>
        <path d={methodLines[method]} />
      </Icon>
      {t(`frame.values.${method}`)}
    </span>
  );
}

/** When the account is asked for the code; after Google and single sign-on only where the company wants it. */
export function SecondStep({ user: { method, secondStep } }: { user: User }) {
  const { t } = useTexts();
  const { secondStep: company, providerStep } = useCompanyPolicy() ?? {};
  if (method !== 'password' && providerStep === undefined) return '–';
  const own = t(`frame.values.${secondStep}`);
  return secondStep === 'company' && company ? `${own} (${t(`frame.values.${company}`)})` : own;
}

/** How the account logs in, and under it the second step. */
export function Login({ user }: { user: User }) {
  const { t } = useTexts('people');
  return (
    <span className={styles.stacked}>
      <Method method={user.method} />
      {user.method === 'password' && (
        <span className={styles.under}>
          {t('people.code')} <SecondStep user={user} />
        </span>
      )}
    </span>
  );
}

export function StatusAndRole({ user }: { user: User }) {
  const { t } = useTexts();
  return (
    <span className={styles.stacked}>
      <StatusBadge {...user} />
      <span className={styles.under}>{t(`frame.values.${user.role}`)}</span>
    </span>
  );
}

/** An account without its address says so, unless it is disabled besides. */
export function StatusBadge({ status, addressLost }: Pick<User, 'status' | 'addressLost'>) {
  const { t } = useTexts();
  const shown = addressLost && status === 'active' ? 'addressLost' : status;
  return (
    <span className={styles.badge} data-status={shown}>
      {t(`frame.values.${shown}`)}
    </span>
  );
}

export function LastSignIn({ user: { lastSignInAt } }: { user: User }) {
  const { t } = useTexts('people');
  if (lastSignInAt === undefined) return <span className={styles.quiet}>{t('people.never')}</span>;
  return <ShortTime time={lastSignInAt} />;
}

/** The company's policy; undefined until it is known. */
export const useCompanyPolicy = (): Policy | undefined =>
  useRead(singleSignOnEndpoints.readPolicy, {}).answer;

/** The company's second step; undefined until it is known. */
export const useCompanyStep = (): CompanyStep => useCompanyPolicy()?.secondStep;
