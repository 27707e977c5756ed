import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/page-states.tsx';
import styles from '#screens/people/people.module.css';

import { BulkReport } from './bulk-report.tsx';
import type { BulkJob } from './bulk-job.ts';
import { wasChanged } from './change-effects.ts';
import { useBulkRun } from './use-bulk-run.ts';

/** A job that a session's end or a reload has interrupted: the person continues or abandons it. */
export function InterruptedJob() {
  const { t, formats } = useTexts('people');
  const { run, progress, failure, interrupted, drop } = useBulkRun();
  // A job that began after this was shown has its own dialog.
  const [job] = useState(interrupted);
  const [done, setDone] = useState<BulkJob>();
  const [left, setLeft] = useState(false);
  if (done) {
    const refused = done.results.filter((result) => !result.ok);
    return refused.length === 0 ? null : (
      <Banner variant="warning">
        <BulkReport kind={done.kind} users={done.users} results={refused} />
      </Banner>
    );
  }
  if (!job || left) return null;
  return (
    <>
      <Banner
        variant="warning"
        action={
          <span className={styles.buttons}>
            <Button
              size="xSmall"
              loading={progress !== undefined}
              onClick={() => void run(job).then(setDone)}
            >
              {t('frame.continue')}
            </Button>
            <Button
              variant="secondary"
              size="xSmall"
              // The parts that are still to come would be done all the same.
              disabled={progress !== undefined}
              onClick={() => {
                drop();
                setLeft(true);
              }}
            >
              {t('people.interrupted.leave')}
            </Button>
          </span>
        }
      >
        {t('people.interrupted.text', {
          action: t(`people.bulk.${job.kind}.action`),
          done: formats.number(job.results.filter(wasChanged).length),
          total: formats.number(job.users.length),
        })}
      </Banner>
      {failure && <Failed failure={failure} />}
    </>
  );
}
