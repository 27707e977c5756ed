import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { Button } from '@app/ui/button';
import { TickIcon } from '@app/ui/icons/tick-icon';
import { useState } from 'react';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Loading } from '#page/page-states.tsx';
import { usePerson } from '#session/use-session.ts';

import styles from './overview.module.css';

const keyOf = (companyId: string): string => `first-steps:${companyId}`;

/** A browser that blocks its storage shows the card again. */
function isHidden(companyId: string): boolean {
  try {
    return localStorage.getItem(keyOf(companyId)) === 'hidden';
  } catch {
    return false;
  }
}

function hide(companyId: string): void {
  try {
    localStorage.setItem(keyOf(companyId), 'hidden');
  } catch {
    // Hidden until the page is left.
  }
}

/**
 * What the admin of a new company does first, each with its state. Gone once the admin has a name and the company has
 * other people, or when it is hidden: single sign-on is not for everyone.
 *
 * @param people how many accounts the company has, invited ones included
 * @param singleSignOn whether an identity provider is set up
 */
export function FirstSteps({ people, singleSignOn }: { people: number; singleSignOn: boolean }) {
  const { t } = useTexts('overview');
  const { companyId } = usePerson();
  const [hidden, setHidden] = useState(() => isHidden(companyId));
  const { answer: account } = useRead(ownAccountEndpoints.readAccount, {});
  const isOpen = account !== undefined && !hidden && (account.name === '' || people < 2);
  const { answer: policy, loading } = useRead(singleSignOnEndpoints.readPolicy, {}, { enabled: isOpen });
  if (loading) return <Loading />;
  if (!isOpen || !policy) return null;

  const stateOf = (done: boolean): string => t(`overview.firstSteps.${done ? 'done' : 'open'}`);
  const steps = [
    { id: 'name', href: '/dashboard/me', done: account.name !== '', state: stateOf(account.name !== '') },
    { id: 'invite', href: '/dashboard/invitations/new', done: people > 1, state: stateOf(people > 1) },
    {
      id: 'code',
      href: '/dashboard/second-step',
      done: policy.secondStep !== 'off',
      state: t(`frame.values.${policy.secondStep}`),
    },
    {
      id: 'singleSignOn',
      href: '/dashboard/single-sign-on',
      done: singleSignOn,
      state: singleSignOn ? stateOf(true) : t('overview.firstSteps.optional'),
    },
  ] as const;
  return (
    <section className={styles.wide} aria-labelledby="overview-first-steps">
      <div className={styles.head}>
        <h2 id="overview-first-steps">{t('overview.firstSteps.title', { company: account.company.name })}</h2>
        <Button
          variant="quiet"
          size="xSmall"
          onClick={() => {
            hide(companyId);
            setHidden(true);
          }}
        >
          {t('overview.firstSteps.hide')}
        </Button>
      </div>
      <ol role="list" className={styles.steps}>
        {steps.map(({ id, href, done, state }) => (
          <li key={id} data-done={done}>
            <span className={styles.mark}>{done && <TickIcon />}</span>
            <a href={href}>{t(`overview.firstSteps.${id}`)}</a>
            <span className={styles.note}>{state}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
