/** Measures several things in turn, so that other load on the machine affects all of them alike. */
import { median } from '#figures.ts';
import type { LoadResult } from '#load/load.ts';
import { processorTime, threadTimes } from '#processes.ts';

/** What each of them reports. */
export interface Counts {
  readonly perSecond: number;
  readonly count: number;
  /** Of those that answer calls. */
  readonly calls?: LoadResult;
}

/** One of the things. */
export interface Contender {
  /** The process that does the work. */
  readonly pid: number;
  /** Its own database, if it does not use the shared one. */
  readonly database?: number;
  run(): Promise<Counts>;
}

/** Milliseconds of processor time of one call. NaN where the system does not report it. */
export interface Cost {
  /** The process that does the work, all of its threads. */
  readonly server: number;
  /** Of that: its main thread, and the threads that hash. */
  readonly main: number;
  readonly hash: number;
  readonly database: number;
  readonly client: number;
}

export interface Turn {
  readonly result: Counts;
  readonly cost: Cost;
}

/** The processes that all of them share. */
export interface SharedProcesses {
  readonly database: number;
  readonly client: number;
}

/** Every round measures each contender once, in an order that turns. */
export async function takeTurns<Contenders extends { readonly [Name in string]?: Contender }>(
  rounds: number,
  contenders: Contenders,
  shared: SharedProcesses,
): Promise<{ [Name in keyof Contenders]: Turn[] }> {
  const turns = Object.entries<Contender | undefined>(contenders).flatMap(([name, contender]) =>
    contender ? [{ name, contender, taken: new Array<Turn>() }] : [],
  );
  for (let round = 0; round < rounds; round += 1) {
    const first = round % turns.length;
    for (const { contender, taken } of [...turns.slice(first), ...turns.slice(0, first)])
      taken.push(await takeTurn(contender, shared));
  }
  return Object.fromEntries(turns.map(({ name, taken }) => [name, taken])) as {
    [Name in keyof Contenders]: Turn[];
  };
}

async function takeTurn(contender: Contender, { database: shared, client }: SharedProcesses): Promise<Turn> {
  const { pid, run, database = shared } = contender;
  const read = (): Cost => ({
    server: processorTime(pid) ?? Number.NaN,
    ...threadTimes(pid),
    database: processorTime(database, true) ?? Number.NaN,
    client: processorTime(client) ?? Number.NaN,
  });
  const before = read();
  const result = await run();
  const after = read();
  const each = (of: keyof Cost): number => (after[of] - before[of]) / result.count;
  const cost = {
    server: each('server'),
    main: each('main'),
    hash: each('hash'),
    database: each('database'),
    client: each('client'),
  };
  return { result, cost };
}

/** The median of the rounds. */
export const middle = (turns: readonly Turn[], pick: (turn: Turn) => number): number =>
  median(turns.map(pick));

/** Calls a second of one ÷ of the other, of each round. */
export const ratios = (one: readonly Turn[], other: readonly Turn[]): number[] =>
  one.map(({ result }, round) => result.perSecond / (other[round]?.result.perSecond ?? Number.NaN));
