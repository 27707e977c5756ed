/**
 * A thread that fuzzes one target: inputs that reach new blocks join the corpus. The input at hand is in memory that the
 * thread shares, so that whoever started it can read which one it hangs at or dies of.
 */
import { parentPort, workerData } from 'node:worker_threads';

import { watchBlocks } from './block-coverage.ts';
import { findingsOf } from './findings.ts';
import type { Crash, FuzzResult, FuzzTask } from './fuzz-result.ts';
import { mutated, randomOf, shrunk } from './mutate.ts';
import { loadTarget } from './targets.ts';

/** Inputs between two looks at the coverage, which cost as much as many inputs. */
const batchSize = 40;
const crashesMax = 5;

const { name, seed, seconds, runs, shared } = workerData as FuzzTask;
const numbers = new Int32Array(shared, 0, 2);
const inputBytes = new Uint8Array(shared, 8);
parentPort?.postMessage(await fuzz());

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

/** Crashes that differ in what they quote alone are one. */
function kindOf(message: string): string {
  return message.replaceAll(/\d+|".*"|'.*'/gs, '…');
}
