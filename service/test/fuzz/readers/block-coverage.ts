/** Which blocks of some files ran: V8's own precise coverage, by the inspector of this thread. */
import { Session, type Profiler } from 'node:inspector/promises';

export interface BlockCoverage {
  /**
   * Whether a block ran since the last call that is not known to have run. @param keep whether it is known from now on
   */
  hasNewBlocks(keep: boolean): Promise<boolean>;
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
    async hasNewBlocks(keep) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      let isNew = false;
      for (const { url, functions } of result) {
        if (!files.some((file) => url.endsWith(file))) continue;
        const known = blocks.get(url) ?? { ran: new Uint8Array(endOf(functions)), edges: new Set<number>() };
        blocks.set(url, known);
        if (addRun(known, functions, keep)) isNew = true;
      }
      return isNew;
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
): boolean {
  const now = new Uint8Array(ran.length);
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    now.fill(Math.min(count, 1), startOffset, endOffset);
    edges.add(startOffset).add(endOffset);
  }
  let isNew = false;
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] !== 1 || ran[at] === 1) continue;
    isNew = true;
    if (keep) ran[at] = 1;
  }
  return isNew;
}
