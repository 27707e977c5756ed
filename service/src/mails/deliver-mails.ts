/**
 * The mail worker sends the emails of the outbox (threat E3): it retries until an email expires, never sends one twice
 * at the same time, and no request waits for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { minutes, seconds } from '@app/contract/fields/durations.ts';

import type { Metrics } from '#metrics/metrics.ts';
import { mailConnections, type Mailer, type MailToSend } from '#gateways/mail.ts';
import type { Keys } from '#security/tokens/keys.ts';
import { openMailValues } from '#security/tokens/sealing.ts';
import { claimDueMails, markFailed, markSent, nextMailDue, type DueMail } from '#store/outbox.ts';
import { isDatabaseDown, type Store } from '#store/store.ts';
import { toldWork } from '#work-channel.ts';

export interface MailWorker {
  /** Call after a new email was inserted into the outbox. Returns immediately. */
  wake(): void;
  /** Sends emails until `stop`. */
  start(): void;
  /** Finishes the emails that are being sent, and ends. */
  stop(): Promise<void>;
}

export interface MailWorkerParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly clock: () => number;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
}

/**
 * Two lanes, so that a mailed code never waits for an invitation to thousands. The emails claimed together in each: in
 * total as many as the mailer has connections, so that no claim expires while its email waits.
 */
const lanes = [
  { bulk: false, batch: mailConnections - 2 },
  { bulk: true, batch: 2 },
] as const;
type Lane = (typeof lanes)[number];
/** How often an idle worker reads the outbox without being woken: another instance may have written to it. */
const idleWait = seconds(2);
const firstRetry = seconds(5);
const lastRetry = minutes(10);
/** The wait before the next try to record a sent email, after the database was lost. */
const markAgain = 250;

/** The wait before the next attempt: 5 s, doubled each time, at most 10 min. `attempts` counts the earlier ones. */
export const retryWait = (attempts: number): number =>
  Math.min(lastRetry, firstRetry * 2 ** Math.max(0, attempts - 1));

/** Sends every email that is due now, and returns the number of attempts. */
export async function deliverDueMails(parts: MailWorkerParts): Promise<number> {
  const tried = await Promise.all(lanes.map((lane) => deliverLane(lane, parts)));
  return tried.reduce((sum, count) => sum + count, 0);
}

/** @param stops asked before each batch: a lane may have thousands */
async function deliverLane(
  { bulk, batch }: Lane,
  parts: MailWorkerParts,
  stops: () => boolean = () => false,
): Promise<number> {
  let tried = 0;
  for (;;) {
    if (stops()) return tried;
    const due = await claimDueMails(parts.store.durable, parts.clock(), batch, bulk);
    if (due.length === 0) return tried;
    // All of them: a worker that ended at the first error would leave the others sent and not marked.
    const delivered = await Promise.allSettled(due.map((mail) => deliver(mail, parts, stops)));
    const failure = delivered.find((one) => one.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    tried += due.length;
  }
}

async function deliver(
  mail: DueMail,
  { store, keys, clock, log, mailer, metrics }: MailWorkerParts,
  stops: () => boolean,
): Promise<void> {
  const values = openMailValues(keys, mail.id, mail.values);
  const told = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
  if (values === undefined) {
    log.error(told, 'a mail cannot be opened: its key is gone');
    metrics.mailed(mail.kind, 'failed');
    await markFailed(store.durable, mail.id, { now: clock(), reason: 'its key is gone', permanent: true });
    return;
  }
  // The kind decides which values exist; the flow wrote both together.
  const delivery = await toldWork(
    () => ({ kind: 'mail', name: `mail ${mail.kind}`, facts: { attempt: mail.attempts } }),
    () => mailer.send({ ...mail, values } as unknown as MailToSend),
  );
  const now = clock();
  if (delivery.sent) {
    await insist(() => markSent(store.durable, mail.id, now), stops);
    log.info(told, 'mail sent');
    metrics.mailed(mail.kind, 'sent');
    return;
  }
  const { permanent, reason } = delivery;
  log.warn({ ...told, reason, permanent }, 'mail not sent');
  metrics.mailed(mail.kind, permanent ? 'failed' : 'retried');
  const outcome = permanent ? { permanent: true as const } : { retryAt: now + retryWait(mail.attempts) };
  await markFailed(store.durable, mail.id, { now, reason, ...outcome });
}

/**
 * Repeats `work` while the database is lost. An email that has left and is not marked would leave again after its
 * claim.
 */
async function insist(work: () => Promise<void>, stops: () => boolean): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error) || stops()) throw error;
      await pause(markAgain);
    }
  }
}

export function createMailWorker(parts: MailWorkerParts): MailWorker {
  const workers = lanes.map((lane) => createLaneWorker(lane, parts));
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

function createLaneWorker(lane: Lane, parts: MailWorkerParts): MailWorker {
  let running: Promise<void> | undefined;
  let stopping = false;
  let woken = false;
  let endNap: () => void = () => {};

  async function loop(): Promise<void> {
    while (!stopping) {
      woken = false;
      let wait = idleWait;
      try {
        await deliverLane(lane, parts, () => stopping);
        const due = await nextMailDue(parts.store.relaxed, lane.bulk);
        if (due !== undefined) wait = Math.min(idleWait, Math.max(0, due - parts.clock()));
      } catch (error) {
        // Nothing is lost: a claimed email is claimed again after its lease.
        const reason = isDatabaseDown(error) ? 'the database did not answer' : error;
        parts.log.warn({ err: reason }, 'the outbox could not be read');
      }
      if (!woken && !stopping) await nap(wait);
    }
  }

  function nap(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endNap = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    wake() {
      woken = true;
      endNap();
    },
    start() {
      running ??= loop();
    },
    async stop() {
      stopping = true;
      endNap();
      await running;
    },
  };
}
