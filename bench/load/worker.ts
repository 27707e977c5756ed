/** Runs jobs in a separate process, so that their processor time is not counted for the measured process. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface Worker<Job, Result> {
  readonly pid: number;
  /** Runs one job. Rejects with the worker's error. */
  run(job: Job): Promise<Result>;
  stop(): void;
}

type Answer<Result> = { readonly result: Result } | { readonly fault: string };

/** Starts `file` (of this folder) as a worker. */
export function startWorker<Job extends object, Result>(file: string): Worker<Job, Result> {
  const child: ChildProcess = fork(join(import.meta.dirname, file));
  return {
    pid: child.pid ?? 0,
    run: (job) =>
      new Promise<Result>((done, fail) => {
        const ended = (): void => fail(new Error(`${file} ended in the middle of its work`));
        child.once('exit', ended);
        child.once('message', (answer: Answer<Result>) => {
          child.off('exit', ended);
          if ('fault' in answer) fail(new Error(`${file}: ${answer.fault}`));
          else done(answer.result);
        });
        child.send(job);
      }),
    stop: () => child.disconnect(),
  };
}

/** The worker's side: runs the jobs that it receives (typed by `startWorker`), and exits with its parent. */
export function serveJobs(work: (job: never) => Promise<unknown>): void {
  process.on('message', (job) => {
    work(job as never).then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
