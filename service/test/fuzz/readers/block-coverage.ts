/** Which blocks of some files ran: V8's own precise coverage, by the inspector of this thread. */
import { Session, type Profiler } from 'node:inspector/promises';

export interface BlockCoverage {
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
export async function watchBlocks(files: readonly string[]): Promise<BlockCoverage> {
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
