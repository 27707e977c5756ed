import type { InputOf } from '@app/contract/calls/endpoint.ts';
import { seconds } from '@app/contract/fields/durations.ts';
import { signInLogEndpoints, type SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import { Button } from '@app/ui/button';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './sign-in-log.module.css';

/** Asks for newer rows this often while the page is visible (docs/decisions/sign-in-log.md). */
const pollEvery = seconds(5);

/** Says that there are newer events, and shows them when the person wants to: rows never move under a pointer. */
export function NewEvents({
  query,
  liveCursor,
  shown,
  onShow,
}: {
  query: NonNullable<InputOf<typeof signInLogEndpoints.listEvents>['query']>;
  /** Of the rows that are shown. */
  liveCursor: string;
  shown: readonly SignInEvent[];
  onShow: () => void;
}) {
  const { t } = useTexts('sign-in-log');
  const asked = { query: { ...query, newerThan: liveCursor } };
  const { answer } = useRead(signInLogEndpoints.listEvents, asked, { every: pollEvery });
  const ids = new Set(shown.map(({ id }) => id));
  const count = (answer?.items ?? []).filter(({ id }) => !ids.has(id)).length;
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button variant="secondary" size="small" onClick={onShow}>
          {t('sign-in-log.new', { count })} · {t('sign-in-log.show')}
        </Button>
      )}
    </div>
  );
}
