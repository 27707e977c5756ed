import type { User } from '@app/contract/dashboard/users.ts';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CutText } from '#lists/cut-text.tsx';
import { StatusBadge, useCompanyPolicy } from '#screens/people/cells.tsx';
import styles from '#screens/people/people.module.css';

import type { BulkResult } from './bulk-job.ts';
import { type BulkKind, workOf } from './bulk-kinds.ts';
import { BulkReport } from './bulk-report.tsx';
import { undoOf, wasChanged } from './change-effects.ts';

/** The kinds that change a setting, which can be changed again. */
const settings: ReadonlySet<BulkKind> = new Set(['secondStep', 'role']);

/** Whether it can be taken back: a disabled account can be enabled, and yet not all of it comes back. */
function undoWordsOf(kind: BulkKind, undoable: boolean): TextKey<'people'> {
  if (kind === 'disable') return 'people.bulk.disable.again';
  if (undoable) return 'people.bulk.undoable';
  return settings.has(kind) ? 'people.bulk.changeable' : 'people.bulk.final';
}

/** What will happen to how many, and which accounts cannot be changed and why. */
export function BulkPreview({
  kind,
  value,
  users,
  results,
  present,
  onAskAgain,
}: {
  kind: BulkKind;
  value: string | undefined;
  users: readonly User[];
  results: readonly BulkResult[];
  /** Accounts that someone else has changed, as they are now. */
  present: readonly User[];
  onAskAgain: (ids: readonly string[]) => Promise<void>;
}) {
  const { t, formats } = useTexts('people');
  const policy = useCompanyPolicy();
  const undo = undoOf(workOf(kind, value), users, results, policy?.secondStep);
  const refused = results.filter(({ ok }) => !ok);
  const unchanged = results.filter(({ reason }) => reason === 'unchanged').length;
  const mailed = results.filter(({ reason }) => reason === 'noPasswordYet').length;
  const invited = results.filter(({ reason }) => reason === 'invitedAgain').length;
  const byId = new Map(users.map((user) => [user.id, user]));
  const changing = results.filter(wasChanged).flatMap(({ id }) => byId.get(id) ?? []);
  const changed = changing.length;
  // An invited person has no password yet.
  const passwords = changing.filter(
    ({ method, status }) => method === 'password' && status !== 'unconfirmed',
  ).length;
  const providersAsk = policy?.providerStep !== undefined;
  const withoutCode = changing.filter(({ method }) => method !== 'password' && !providersAsk).length;
  // Whom the change reaches only after something else.
  const later: Partial<Record<BulkKind, number>> = { secondStep: withoutCode, enable: invited };
  const now = changed - (later[kind] ?? 0);
  const counted = (count: number) => ({ count, number: formats.number(count) });
  const effect = (
    kind === 'method' ? `people.bulk.method.effects.${value ?? ''}` : `people.bulk.${kind}.effect`
  ) as TextKey<'people'>;
  return (
    <div className={styles.preview} role="status">
      {changed === 0 ? (
        <p>{t('people.bulk.nothing')}</p>
      ) : (
        <ul className={styles.effects}>
          {now > 0 && <li>{t(effect, counted(now))}</li>}
          {kind === 'secondStep' && withoutCode > 0 && (
            <li>{t('people.bulk.secondStep.later', counted(withoutCode))}</li>
          )}
          {kind === 'method' && value !== 'password' && passwords > 0 && (
            <li>{t('people.bulk.method.passwords', counted(passwords))}</li>
          )}
          {mailed > 0 && <li>{t('people.bulk.mailed', counted(mailed))}</li>}
          {invited > 0 && <li>{t('people.bulk.resend.effect', counted(invited))}</li>}
          {unchanged > 0 && <li>{t('people.bulk.unchanged', counted(unchanged))}</li>}
          <li>{t(undoWordsOf(kind, undo !== undefined))}</li>
        </ul>
      )}
      {present.length > 0 && (
        <>
          <p>{t('people.bulk.present', { count: present.length })}</p>
          <ul role="list" className={styles.names}>
            {present.map((user) => (
              <li key={user.id}>
                <CutText text={user.name} />
                <span className={styles.quiet}>
                  {t(`frame.values.${user.method}`)} · {t(`frame.values.${user.secondStep}`)} ·{' '}
                  {t(`frame.values.${user.role}`)}
                </span>
                <StatusBadge {...user} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <p>{t('people.bulk.refused', counted(refused.length))}</p>
          <BulkReport kind={kind} users={users} results={refused} onAskAgain={onAskAgain} />
        </>
      )}
    </div>
  );
}
