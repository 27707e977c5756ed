import {
  configuredServices,
  type ConfiguredService,
  type ServiceHealth,
} from '@app/contract/calls/service-health.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { StatusList } from '@app/ui/status-list';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useRef, useCallback, useEffect, useState } from 'react';
import { seconds } from '@app/contract/fields/durations.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import accountStyles from '#forms/account.module.css';
import { ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { type TextKey, useTexts, useTitle } from '#i18n/use-texts.ts';
import { checkServiceHealth } from '#auth/service-status.ts';

import styles from './status.module.css';

const names = {
  identity: 'status.identity',
  auth: 'status.auth',
  dashboard: 'status.dashboard',
  workspace: 'status.workspace',
} as const satisfies Record<ConfiguredService, TextKey>;

const states = {
  up: { state: 'good', words: 'status.up' },
  down: { state: 'bad', words: 'status.down' },
  notKnown: { state: 'pending', words: 'status.notKnown' },
} as const;

/** What runs here, and how the configured services are (requirements §4 "Status"), live. */
export function StatusScreen() {
  const { t, language } = useTexts();
  const { version, authUrl } = useAuth().deps.config;
  const { health, failure, busy, check } = useServiceHealth(authUrl);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.status');
  useInitialFocus(heading);

  const items = configuredServices.map((service) => {
    // Without an answer nothing is known, not even what was known before.
    const found = failure ? undefined : health?.services.find((each) => each.service === service)?.state;
    const { state, words } = states[found ?? 'notKnown'];
    return { id: service, name: t(names[service]), state, text: t(words) };
  });
  const allUp = health?.services.every(({ state }) => state === 'up');
  const sum = allUp ? t('status.allUp') : t('status.notAllUp');

  const time = health && new Date(health.checkedAt).toLocaleTimeString(language, { timeStyle: 'medium' });

  return (
    <Stack>
      <ScreenHeading ref={heading} lead={t('status.lead')}>
        {t('status.title')}
      </ScreenHeading>
      <dl className={styles.facts}>
        <div>
          <dt>{t('status.version')}</dt>
          <dd>{version}</dd>
        </div>
      </dl>
      <FormAlert error={failure ? accountFormError(failure) : null} />
      <StatusList label={t('status.services')} items={items} />
      {/* Where no script comes, switched off or blocked, no answer follows either. */}
      {health || failure ? null : (
        <p className={`${styles.note} ${accountStyles.late}`}>{t('status.noScript')}</p>
      )}
      {/* Said when it changes, and not every time it is found the same. */}
      <VisuallyHidden role="status">{health && !failure ? sum : null}</VisuallyHidden>
      <Button variant="secondary" block loading={busy} onClick={check}>
        {t('status.again')}
      </Button>
      {/* The line is always rendered, so that nothing moves. */}
      <p className={accountStyles.line}>{health ? t('status.checkedAt', { time }) : '\u00a0'}</p>
      <p className={accountStyles.line}>
        <ScreenLink to="/login">{t('account.backToLogin')}</ScreenLink>
      </p>
    </Stack>
  );
}

/** Between two checks while the page is visible. */
const every = seconds(15);

interface HealthInView {
  /** The last answer. */
  readonly health: ServiceHealth | undefined;
  /** Why the last check brought none. */
  readonly failure: Failure | undefined;
  /** Whether a check that the person asked for is running. */
  readonly busy: boolean;
  readonly check: () => void;
}

/** Checks the health of the services: immediately, every 15 seconds while the page is visible, and on request. */
function useServiceHealth(authUrl: string): HealthInView {
  const [found, setFound] = useState<{ health?: ServiceHealth; failure?: Failure }>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // A page that the back/forward cache restores begins again: what it showed is as old as the visit elsewhere.
  const [restores, setRestores] = useState(0);

  const look = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      if (running.current) return;
      running.current = true;
      const outcome = await checkServiceHealth(authUrl, signal);
      running.current = false;
      if (signal?.aborted) return;
      setFound((before) =>
        outcome.ok ? { health: outcome.answer } : { ...before, failure: outcome.failure },
      );
    },
    [authUrl],
  );

  useEffect(() => {
    const left = new AbortController();
    const seen = (): void => {
      if (!document.hidden) void look(left.signal);
    };
    seen();
    const timer = setInterval(seen, every);
    document.addEventListener('visibilitychange', seen);
    return () => {
      left.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      running.current = false;
    };
  }, [look, restores]);

  useEffect(() => {
    const restored = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      setFound({});
      setRestores((before) => before + 1);
    };
    addEventListener('pageshow', restored);
    return () => removeEventListener('pageshow', restored);
  }, []);

  return {
    ...found,
    health: found.health,
    failure: found.failure,
    busy,
    check: () => {
      setBusy(true);
      void look().finally(() => setBusy(false));
    },
  };
}
