import { configuredServices, type ConfiguredService } from '@app/contract/calls/service-health.ts';
import { Button } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { Stack } from '@app/ui/stack';
import { StatusList } from '@app/ui/status-list';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useRef } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { FormAlert } from '#forms/form-alert.tsx';
import accountStyles from '#forms/account.module.css';
import { ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { type TextKey, useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

import styles from './status.module.css';
import { useServiceHealth } from './use-service-health.ts';

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
      {/* Its line is there from the start, so that nothing moves. */}
      <p className={accountStyles.line}>{health ? t('status.checkedAt', { time }) : '\u00a0'}</p>
      <p className={accountStyles.line}>
        <ScreenLink to="/login">{t('account.backToLogin')}</ScreenLink>
      </p>
    </Stack>
  );
}
