/**
 * A thread that fuzzes one target: inputs that reach new blocks join the corpus. The current input is in shared memory,
 * so that the parent can read at which one the thread hangs or dies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Session, type Profiler } from 'node:inspector/promises';

import { findingsOf, type Crash, type FuzzResult, type FuzzTask } from './findings.ts';
import { mutated, randomOf, shrunk } from './mutate.ts';
import { loadTarget } from './targets.ts';

/** Inputs between two looks at the coverage, which cost as much as many inputs. */
const batchSize = 40;
const crashesMax = 5;

const { name, seed, seconds, runs, shared } = workerData as FuzzTask;
const numbers = new Int32Array(shared, 0, 2);
const inputBytes = new Uint8Array(shared, 8);

async function fuzz(): Promise<FuzzResult> {
  const { target } = await loadTarget(name);
  const blocks = await watchBlocks(target.files);
  const random = randomOf(seed);
  const dictionary = target.dictionary.map((word) => Buffer.from(word));
  const corpus: Uint8Array[] = [];
  const crashes = new Map<string, Crash>();
  let done = 0;

  async function messageOf(input: Uint8Array): Promise<string | undefined> {
    inputBytes.set(input.subarray(0, inputBytes.length));
    Atomics.store(numbers, 1, Math.min(input.length, inputBytes.length));
    Atomics.add(numbers, 0, 1);
    done += 1;
    try {
      await target.check(input);
      return undefined;
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
    }
  }

  async function tryInput(input: Uint8Array): Promise<void> {
    const message = await messageOf(input);
    const kind = message && kindOf(message);
    if (message === undefined || kind === undefined || crashes.has(kind) || crashes.size >= crashesMax)
      return;
    const smallest = await shrunk(input, async (one) => {
      const said = await messageOf(one);
      return said !== undefined && kindOf(said) === kind;
    });
    crashes.set(kind, { message, input: smallest });
  }

  for (const given of [...target.seeds, ...findingsOf(name)]) {
    const input = Buffer.from(given);
    corpus.push(input);
    await tryInput(input);
  }
  await blocks.takeNew(true);

  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && done < runs) {
    const batch = Array.from({ length: batchSize }, () => mutated(corpus, dictionary, random));
    for (const input of batch) await tryInput(input);
    let missing = await blocks.takeNew(false);
    // Which of them reached something new is found one at a time.
    for (const input of missing === 0 ? [] : batch) {
      await messageOf(input);
      const reached = await blocks.takeNew(true);
      if (reached > 0) corpus.push(input);
      missing -= reached;
      if (missing <= 0) break;
    }
  }
  return { runs: done, corpus: corpus.length, ...blocks.counts(), crashes: [...crashes.values()] };
}

/** Crashes that differ only in what they quote count as one. */
function kindOf(message: string): string {
  return message.replaceAll(/\d+|".*"|'.*'/gs, '…');
}

/** Which blocks of some files ran: V8's own precise coverage, by the inspector of this thread. */
interface BlockCoverage {
  /**
   * How many characters of the sources ran since the last call that are not known to have run. @param keep whether they
   * are known from now on
   */
  takeNew(keep: boolean): Promise<number>;
  /** Blocks that ran in all, and blocks that V8 has told of. */
  counts(): { readonly covered: number; readonly total: number };
}

/** What ran of one file: a mark for each character of its source, and where V8 began or ended a block. */
interface FileBlocks {
  readonly ran: Uint8Array;
  readonly edges: Set<number>;
}

/** @param files the ends of their paths */
async function watchBlocks(files: readonly string[]): Promise<BlockCoverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = new Map<string, FileBlocks>();

  return {
    async takeNew(keep) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      let added = 0;
      for (const { url, functions } of result) {
        if (!files.some((file) => url.endsWith(file))) continue;
        const known = blocks.get(url) ?? { ran: new Uint8Array(endOf(functions)), edges: new Set<number>() };
        blocks.set(url, known);
        added += addRun(known, functions, keep);
      }
      return added;
    },
    counts() {
      let [covered, total] = [0, 0];
      for (const { ran, edges } of blocks.values())
        for (const start of [...edges].filter((edge) => edge < ran.length)) {
          total += 1;
          covered += ran[start] ?? 0;
        }
      return { covered, total };
    },
  };
}

const endOf = (functions: readonly Profiler.FunctionCoverage[]): number =>
  Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)));

/** Counts begin at zero at each take, so a character ran if the innermost of its ranges did. Outer ranges come first. */
function addRun(
  { ran, edges }: FileBlocks,
  functions: readonly Profiler.FunctionCoverage[],
  keep: boolean,
): number {
  const now = new Uint8Array(ran.length);
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    now.fill(Math.min(count, 1), startOffset, endOffset);
    edges.add(startOffset).add(endOffset);
  }
  let added = 0;
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] !== 1 || ran[at] === 1) continue;
    added += 1;
    if (keep) ran[at] = 1;
  }
  return added;
}

parentPort?.postMessage(await fuzz());
