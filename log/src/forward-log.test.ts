import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';

import { logBatch, logLimits, type LogBatch } from './log-batch.ts';
import { queueMax, takeQueue } from './log-queue.ts';

const intakeUrl = 'http://localhost:4000/log-intake';
const secret = 'Kestrel-Harbour-27!';

let status: number | 'lost';
let sent: LogBatch[];
let beacons: LogBatch[];
let beaconsTaken: boolean;
const reading: Promise<unknown>[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  takeQueue();
  status = 204;
  sent = [];
  beacons = [];
  beaconsTaken = true;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    expect([url, init.method, init.credentials]).toEqual([intakeUrl, 'POST', 'omit']);
    sent.push(v.parse(logBatch, JSON.parse(init.body as string)));
    if (status === 'lost') throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_url, data) => {
    if (beaconsTaken)
      reading.push((data as Blob).text().then((text) => beacons.push(v.parse(logBatch, JSON.parse(text)))));
    return beaconsTaken;
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Each test has its own sender and queue. */
async function start() {
  const [{ forwardLog }, queue] = await Promise.all([import('./forward-log.ts'), import('./log-queue.ts')]);
  forwardLog({ app: 'sign-in', version: '1.9.0', intakeUrl, roles: () => ['Agent', 'Admin'] });
  return queue;
}
const hide = (): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  dispatchEvent(new Event('visibilitychange'));
};

test('sends what waited and what follows in one clean batch', async () => {
  const queue = await start();
  queue.log('info', 'authentication', 'password answered: success', { step: 'password', password: secret });
  queue.log('error', 'page', `failed at /reset?token=${secret}`, new Error('inner'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    app: 'sign-in',
    page: '/login',
    roles: ['Agent', 'Admin'],
    entries: [
      {
        level: 'info',
        category: 'authentication',
        properties: { step: 'password', password: '<sensitive>' },
      },
      { level: 'error', message: 'failed at /reset', properties: { name: 'Error', message: 'inner' } },
    ],
  });
  expect(JSON.stringify(sent)).not.toContain(secret);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});

test('sends an error in a loop five times, and counts the rest', async () => {
  const queue = await start();
  for (let n = 0; n < 80; n += 1) queue.log('error', 'page', 'again', { n });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.map(({ entries, dropped }) => [entries.length, dropped])).toEqual([[5, 75]]);
});

test('keeps a batch that did not arrive, and sends it again, later each time', async () => {
  const queue = await start();
  status = 'lost';
  queue.log('info', 'page', 'kept');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(sent).toHaveLength(2);
  status = 503;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(3);
  status = 204;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ entries }) => entries.map(({ message }) => message))).toEqual(
    Array.from({ length: 4 }, () => ['kept']),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(4);
});

test('waits while offline, bounded, and sends when the browser is online again', async () => {
  const queue = await start();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (let n = 0; n < queueMax + 20; n += 1) queue.log('warn', 'page', `offline ${n}`);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual([]);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ entries }) => entries.length)).toEqual([
    logLimits.entriesMax,
    queueMax - logLimits.entriesMax,
  ]);
  expect(sent[0]?.dropped).toBe(20);
});

test('keeps what waits when the page is hidden offline, and sends it when the browser is online again', async () => {
  const queue = await start();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  queue.log('warn', 'page', 'offline');
  hide();
  expect(navigator.sendBeacon).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.map(({ entries }) => entries.map(({ message }) => message))).toEqual([['offline']]);
});

test('does not repeat what the intake refuses', async () => {
  const queue = await start();
  status = 422;
  queue.log('info', 'page', 'refused');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
});

test('sends what waits by beacon when the page is left, and keeps what the browser does not take', async () => {
  const queue = await start();
  queue.log('info', 'authentication', 'google.init begins', { step: 'google.init' });
  beaconsTaken = false;
  hide();
  beaconsTaken = true;
  hide();
  vi.useRealTimers();
  await Promise.all(reading);
  expect(beacons.map(({ entries }) => entries.map(({ message }) => message))).toEqual([
    ['google.init begins'],
  ]);
  expect(sent).toEqual([]);
});

test('cuts batches to their size, and an entry that is too large alone', async () => {
  const queue = await start();
  for (let n = 0; n < 12; n += 1)
    queue.log('info', 'page', `large ${n}`, {
      text: 'x y'.repeat(1300),
      list: Array.from({ length: n === 3 ? 90 : 1 }, () => 'z '.repeat(400)),
    });
  await vi.advanceTimersByTimeAsync(20_000);
  for (const batch of sent) expect(JSON.stringify(batch).length).toBeLessThanOrEqual(logLimits.bytesMax);
  expect(sent.flatMap(({ entries }) => entries)).toHaveLength(12);
  expect(sent.flatMap(({ entries }) => entries)[3]?.properties).toEqual({ left: 'out: too large' });
});

test('logs nothing of its own failures', async () => {
  const queue = await start();
  status = 'lost';
  queue.log('info', 'page', 'lost');
  await vi.advanceTimersByTimeAsync(600_000);
  // At 2, 7, 27, 87, 387 seconds, and no entry was added by a failure.
  expect(sent.map(({ entries }) => entries.length)).toEqual([1, 1, 1, 1, 1]);
  expect(queue.takeQueue()).toEqual({ entries: [], dropped: 0 });
});
