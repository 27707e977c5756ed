import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { Dialog } from '@app/ui/dialog';
import { RadioGroup } from '@app/ui/radio';
import { useState } from 'react';

import { useCalls } from '#calls/calls-context.tsx';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading } from '#page/page-states.tsx';
import styles from '#screens/people/people.module.css';

import { createJob, type BulkJob, previewWork } from './bulk-job.ts';
import { asksForValue, choices, workOf, type BulkKind, type BulkWork } from './bulk-kinds.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkReport } from './bulk-report.tsx';
import { useCompanyStep } from '#screens/people/cells.tsx';
import { takesAway, wasChanged } from './change-effects.ts';
import { useBulkRun } from './use-bulk-run.ts';
import { useCallsTogether } from '#calls/use-calls-together.ts';

export interface BulkDialogProps {
  kind: BulkKind;
  users: readonly User[];
  onClose: () => void;
  /** The change is made. */
  onDone?: () => void;
}

/** Says what will happen to how many and which cannot be done, does it, and reports on those that were not done. */
export function BulkDialog({ kind, users: given, onClose, onDone }: BulkDialogProps) {
  const { t } = useTexts('people');
  const { client } = useCalls();
  const [users, setUsers] = useState(given);
  const [value, setValue] = useState<string>();
  // A job whose answer was lost is sent again with the same keys.
  const [sent, setSent] = useState<BulkJob>();
  const [refused, setRefused] = useState<BulkJob>();
  /** Accounts that someone else has changed, as they are now. */
  const [present, setPresent] = useState<readonly User[]>([]);
  const { run, progress, failure, drop } = useBulkRun();
  const work = asksForValue(kind) && value === undefined ? undefined : workOf(kind, value);
  const preview = usePreview(work, users);
  const problem = failure ?? preview.failure;
  const changed = new Set(preview.answer?.filter(wasChanged).map(({ id }) => id));
  const changing = users.filter(({ id }) => changed.has(id));
  const words = useWords(kind, users, changed.size);
  const company = useCompanyStep();
  const isLoss = work !== undefined && takesAway(work, changing, company);

  /** What is asked has changed: the job that failed is not done any more, here or by Continue. */
  function dropSent(): void {
    if (sent) drop();
    setSent(undefined);
  }

  function choose(next: string): void {
    setValue(next);
    dropSent();
  }

  async function apply(): Promise<boolean> {
    if (!work) return false;
    const job = sent ?? createJob(kind, work, changing);
    setSent(job);
    const done = await run(job);
    if (!done) {
      // How far it came.
      preview.askAgain();
      return false;
    }
    setSent(undefined);
    onDone?.();
    const isWhole = done.results.every(({ ok }) => ok);
    if (!isWhole) setRefused({ ...done, results: done.results.filter(({ ok }) => !ok) });
    return isWhole;
  }

  /** Accounts that are gone by now keep their old version, and are reported as gone. */
  async function askAgain(ids: readonly string[]): Promise<void> {
    const found: User[] = [];
    for (const userId of ids) {
      const outcome = await client.call(userEndpoints.readUser, { params: { userId } });
      if (outcome.ok) found.push(outcome.answer);
    }
    dropSent();
    const byId = new Map(found.map((user) => [user.id, user]));
    const asked = refused ? refused.users.filter(({ id }) => ids.includes(id)) : users;
    setUsers(asked.map((user) => byId.get(user.id) ?? user));
    setPresent(found);
    setRefused(undefined);
  }

  function close(): void {
    if (sent) drop();
    onClose();
  }

  return (
    <Dialog
      open
      placement="top"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      heading={refused ? t('people.bulk.notDone', { count: refused.results.length }) : words.heading}
      closeLabel={t('frame.close')}
      busy={progress !== undefined}
      closeOnOutsidePress={false}
      {...(!refused && {
        secondaryAction: { label: t('frame.cancel') },
        ...(changed.size > 0 && {
          primaryAction: { label: words.confirm, onAction: apply, danger: isLoss },
        }),
      })}
      {...(refused && { primaryAction: { label: t('frame.close') } })}
    >
      <div className={styles.dialog}>
        {refused ? (
          <BulkReport kind={kind} users={refused.users} results={refused.results} onAskAgain={askAgain} />
        ) : (
          <>
            {asksForValue(kind) && <ValueChoice kind={kind} value={value} onChange={choose} />}
            <div className={styles.outcome} data-waits={asksForValue(kind) || undefined}>
              {problem && <Failed failure={problem} />}
              {work && !preview.answer && !preview.failure && <Loading lines={2} />}
              {work && preview.answer && (
                <BulkPreview
                  kind={kind}
                  value={value}
                  users={users}
                  results={preview.answer}
                  present={present}
                  onAskAgain={askAgain}
                />
              )}
            </div>
            {progress !== undefined && users.length > 1 && (
              <Progress done={progress} total={sent?.users.length ?? changed.size} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The question, and the button that answers it. */
function useWords(kind: BulkKind, users: readonly User[], changed: number) {
  const { t, formats } = useTexts('people');
  const count = { count: changed, number: formats.number(changed) };
  const [first] = users;
  if (!first || users.length > 1)
    return {
      heading: t(`people.bulk.${kind}.many`, { number: formats.number(users.length) }),
      confirm: t(`people.bulk.${kind}.confirm`, count),
    };
  return {
    heading: t(`people.bulk.${kind}.one`, { name: first.name || first.email }),
    // The question about one person and its button have the same name.
    confirm: asksForValue(kind) ? t(`people.bulk.${kind}.confirm`, count) : t(`people.bulk.${kind}.action`),
  };
}

/** Chooses the value that the accounts get, each with what it means. */
function ValueChoice({
  kind,
  value,
  onChange,
}: {
  kind: keyof typeof choices;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const { t } = useTexts('people');
  return (
    <RadioGroup
      label={t(`frame.fields.${kind}`)}
      value={value ?? null}
      onChange={onChange}
      options={choices[kind].map((each) => ({
        value: each,
        label: t(`frame.values.${each}`),
        description: t(`people.about.${kind}.${each}` as TextKey<'people'>),
      }))}
    />
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const { t, formats } = useTexts('people');
  return (
    <label className={styles.progress}>
      {t('people.bulk.progress', { done: formats.number(done), total: formats.number(total) })}
      <progress value={done} max={total} />
    </label>
  );
}

/** The result that the work would have for each account. Nothing is asked while no work is chosen. */
function usePreview(work: BulkWork | undefined, users: readonly User[]) {
  const { client } = useCalls();
  const versions = users.map(({ version }) => version).join();
  return useCallsTogether({ work, versions }, work && (() => previewWork(work, users, client)));
}
