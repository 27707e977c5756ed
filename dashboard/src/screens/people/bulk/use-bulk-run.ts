import type { User, UserChange } from '@app/contract/dashboard/users.ts';
import { useState } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useReadAgain } from '#calls/use-calls-together.ts';
import { useDraft } from '#forms/use-draft.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

import { createJob, isBulkJob, runJob, type BulkJob } from './bulk-job.ts';
import type { BulkKind } from './bulk-kinds.ts';
import { useCompanyStep } from '#screens/people/cells.tsx';
import { undoOf, wasChanged } from './change-effects.ts';

const isJobOrNone = (stored: unknown): stored is BulkJob | undefined =>
  stored === undefined || isBulkJob(stored);

export interface BulkRun {
  /** Does the job; resolves to it once all parts are done, and to undefined after a failure. */
  readonly run: (job: BulkJob) => Promise<BulkJob | undefined>;
  /** How many accounts are done; undefined while nothing runs. */
  readonly progress: number | undefined;
  readonly failure: CallFailure | undefined;
  /** A job that a reload or the end of the session interrupted. */
  readonly interrupted: BulkJob | undefined;
  readonly drop: () => void;
}

/** Runs jobs, and says in a toast what came of them. */
export function useBulkRun(): BulkRun {
  const { t, formats } = useTexts('people');
  const { client } = useCalls();
  const readAgain = useReadAgain();
  const say = useSay();
  const draft = useDraft<BulkJob | undefined>('people.bulk', undefined, isJobOrNone);
  const company = useCompanyStep();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<CallFailure>();

  async function undo(
    kind: BulkKind,
    changes: readonly (readonly [UserChange, readonly User[]])[],
  ): Promise<void> {
    let count = 0;
    for (const [change, users] of changes) {
      const outcome = await runJob(createJob(kind, { kind: 'change', change }, users), client, () => {});
      if (!outcome.ok) {
        void readAgain();
        return say.failed(outcome.failure);
      }
      count += outcome.answer.results.filter(({ ok }) => ok).length;
    }
    await readAgain();
    say.done(t('people.bulk.undone', { count, number: formats.number(count) }));
  }

  async function run(job: BulkJob): Promise<BulkJob | undefined> {
    setFailure(undefined);
    setProgress(job.results.length);
    draft.set(job);
    const outcome = await runJob(job, client, (done) => {
      draft.set(done);
      setProgress(done.results.length);
    });
    // Before the dialog closes, so that the next change is made to the accounts as they are now.
    await readAgain();
    setProgress(undefined);
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return undefined;
    }
    draft.clear();
    const done = outcome.answer.results.filter(wasChanged).length;
    if (done > 0) {
      const changes = undoOf(job.work, job.users, outcome.answer.results, company);
      say.done(
        t(`people.bulk.${job.kind}.done`, { count: done, number: formats.number(done) }),
        changes && { undo: () => void undo(job.kind, changes) },
      );
    }
    return outcome.answer;
  }

  return { run, progress, failure, interrupted: draft.value, drop: draft.clear };
}
