/** Fuzzes the readers of foreign input one after the other, each in a thread with bounded time and memory. */
import { Worker } from 'node:worker_threads';

import { type TargetName, targetNames } from './targets.ts';
import type { FuzzResult, FuzzTask, ReaderRow } from './findings.ts';

export interface ReadersOptions {
  readonly seed: number;
  /** For each target: it ends after so many seconds, or so many inputs. */
  readonly seconds: number;
  readonly runs?: number;
  /** Milliseconds. */
  readonly hangAfter?: number;
  readonly only?: readonly TargetName[];
}

/** An input that takes so long is a hang, also on a busy machine. Milliseconds. */
const usualHang = 15_000;
const lookEvery = 250;
const memoryMegabytes = 512;
const inputMax = 64 * 1024;

export async function fuzzReaders(options: ReadersOptions): Promise<ReaderRow[]> {
  const { seed, seconds, runs = Number.MAX_SAFE_INTEGER, hangAfter = usualHang, only } = options;
  const rows: ReaderRow[] = [];
  for (const name of only ?? targetNames) {
    const shared = new SharedArrayBuffer(8 + inputMax);
    rows.push(await fuzzReader({ name, seed, seconds, runs, shared }, hangAfter));
  }
  return rows;
}

async function fuzzReader(task: FuzzTask, hangAfter: number): Promise<ReaderRow> {
  const { name, shared } = task;
  const numbers = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  const inputAtHand = (): Uint8Array => Buffer.from(new Uint8Array(shared, 8, Atomics.load(numbers, 1)));
  const stopped = (message: string): ReaderRow => ({
    name,
    runs: Atomics.load(numbers, 0),
    covered: 0,
    total: 0,
    corpus: 0,
    crashes: [],
    hangs: [
      {
        message,
        input: inputAtHand(),
      },
    ],
  });
  let last = 0;
  let since = performance.now();
  return new Promise<ReaderRow>((resolve) => {
    const watch = setInterval(() => {
      const now = Atomics.load(numbers, 0);
      // Before its first input the thread loads the target.
      if (now !== last || now === 0) [last, since] = [now, performance.now()];
      else if (performance.now() - since > hangAfter) resolve(stopped(`no end after ${hangAfter / 1000} s`));
    }, lookEvery);
    worker.once('message', (result: FuzzResult) => resolve({ name, hangs: [], ...result }));
    worker.once('error', (error: unknown) => resolve(stopped(String(error))));
    void worker.once('exit', () => clearInterval(watch));
  }).finally(() => void worker.terminate());
}

/** The rows as lines: target, runs, blocks, corpus, crashes, hangs. */
export function readerTable(rows: readonly ReaderRow[]): string[] {
  const line = (name: string, ...cells: (string | number)[]): string =>
    `${name.padEnd(20)} ${cells.map((cell) => String(cell).padStart(12)).join(' ')}`;
  const sum = (of: (row: ReaderRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return [
    line('target', 'runs', 'blocks', 'corpus', 'crashes', 'hangs'),
    ...rows.map(({ name, runs, covered, total, corpus, crashes, hangs }) =>
      line(name, runs, `${covered}/${total}`, corpus, crashes.length, hangs.length),
    ),
    line(
      `${rows.length} targets`,
      sum(({ runs }) => runs),
      `${sum(({ covered }) => covered)}/${sum(({ total }) => total)}`,
      sum(({ corpus }) => corpus),
      sum(({ crashes }) => crashes.length),
      sum(({ hangs }) => hangs.length),
    ),
  ];
}
