import type { User } from '@app/contract/dashboard/users.ts';
import { Button } from '@app/ui/button';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import styles from '#screens/people/people.module.css';

import type { BulkResult } from './bulk-job.ts';
import type { BulkKind } from './bulk-kinds.ts';

const reasons = [
  'notFound',
  'lastAdmin',
  'yourself',
  'ssoNotConfigured',
  'ssoRequired',
  'claimedElsewhere',
  'changedMeanwhile',
  'mailedTooOften',
] as const;

/** Why an account cannot be changed. */
function wordsOf(kind: BulkKind, reason: string | undefined): TextKey<'people'> {
  const known = reasons.find((each) => each === reason);
  return known ? `people.reasons.${known}` : `people.bulk.${kind}.notPossible`;
}

/** Accounts by the reason for which nothing is done for them, each by its name. */
export function BulkReport({
  kind,
  users,
  results,
  onAskAgain,
}: {
  kind: BulkKind;
  users: readonly User[];
  /** Those that are not done. */
  results: readonly BulkResult[];
  /** Reads what the accounts are now, and asks whether to change them then. */
  onAskAgain?: ((ids: readonly string[]) => Promise<void>) | undefined;
}) {
  const { t } = useTexts('people');
  const byId = new Map(users.map((user) => [user.id, user]));
  const groups = Map.groupBy(results, ({ reason }) => reason);
  return (
    <ul className={styles.report}>
      {[...groups].map(([reason, group]) => (
        <li key={reason}>
          <strong>{t(wordsOf(kind, reason))}</strong>
          <ul role="list" className={styles.names}>
            {group.map(({ id }) => {
              const user = byId.get(id);
              return (
                <li key={id}>
                  <CutText text={user?.name || id} />
                  <span className={styles.quiet}>
                    <CutText text={user?.email ?? ''} />
                  </span>
                </li>
              );
            })}
          </ul>
          {reason === 'changedMeanwhile' && onAskAgain && (
            <Button
              variant="secondary"
              size="xSmall"
              onClick={() => void onAskAgain(group.map(({ id }) => id))}
            >
              {t('people.bulk.lookAgain')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
