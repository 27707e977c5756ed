/**
 * A queue that is fair between groups of clients (threat E5, docs/decisions/fair-queue.md).
 *
 * Work is filed under a path, the widest group first: a lane, a network, a smaller network in it. Each place that
 * becomes free goes to the next group in turn, and within the group to the next group in turn, so that a storm from one
 * network waits for itself. No group has more than `eachAtOnce` under way. When too many wait, the newest of the
 * group that waits most is refused, so that a full queue refuses those who filled it.
 */
import { Refusal } from '#refusal.ts';

export interface FairQueue {
  /** Whether anything waits: until then every path starts at once and nobody needs a lane. */
  isContended(): boolean;
  /** Runs `work` when it is its turn. Throws `Refusal('overloaded')` if it waits too long or too many wait. */
  run<T>(path: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface FairQueueLimits {
  /** Pieces of work under way in all. */
  readonly atOnce: number;
  /** Under way of each group below a lane. */
  readonly eachAtOnce: number;
  /** Waiting in all. */
  readonly waitingMax: number;
  /** Waiting of each group below a lane. */
  readonly eachWaitingMax: number;
  /** Milliseconds on the clock, after which a piece of work that has not started is refused. */
  readonly longestWait: number;
}

/** `Retry-After` of a refusal, in seconds. */
const retryAfter = 2;

interface Waiting {
  readonly group: Group;
  start(): void;
  refuse(): void;
}

/** A group has other groups in it, or a line of waiting work. */
interface Group {
  readonly name: string;
  readonly parent: Group | undefined;
  /** 0: everything. 1: a lane. */
  readonly depth: number;
  /** In the order of their turns: whose turn it was goes to the end. */
  readonly groups: Map<string, Group>;
  readonly line: Set<Waiting>;
  /** Of the group and all in it. */
  underWay: number;
  waiting: number;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const all = newGroup('', undefined);

  const underWayMax = ({ depth }: Group): number =>
    depth === 0 ? limits.atOnce : depth === 1 ? Infinity : limits.eachAtOnce;
  const waitingMax = ({ depth }: Group): number =>
    depth === 0 ? limits.waitingMax : depth === 1 ? Infinity : limits.eachWaitingMax;

  /** The next that may start, of this group. */
  function next(group: Group): Waiting | undefined {
    if (group.waiting === 0 || group.underWay >= underWayMax(group)) return undefined;
    const [first] = group.line;
    if (first !== undefined) return first;
    for (const [name, inner] of group.groups) {
      const found = next(inner);
      if (found === undefined) continue;
      group.groups.delete(name);
      group.groups.set(name, inner);
      return found;
    }
    return undefined;
  }

  function startNext(): void {
    for (let found = next(all); found !== undefined; found = next(all)) {
      leaveLine(found);
      count(found.group, 'underWay', 1);
      found.start();
    }
  }

  /** Refuses the newest of those who wait most, where more wait than may. */
  function refuseTooMany(added: Group): void {
    for (let group: Group | undefined = added; group !== undefined; group = group.parent) {
      if (group.waiting <= waitingMax(group)) continue;
      const newest = [...longest(group).line].at(-1);
      if (newest === undefined) continue;
      leaveLine(newest);
      newest.refuse();
      prune(newest.group);
    }
  }

  return {
    isContended: () => all.waiting > 0,
    async run(path, work) {
      let group = all;
      for (const name of path) group = innerGroup(group, name);
      await new Promise<void>((start, fail) => {
        const refuse = (): void => {
          clearTimeout(timer);
          fail(new Refusal('overloaded', { retryAfter }));
        };
        const timer = setTimeout(() => {
          leaveLine(waiting);
          refuse();
          prune(group);
        }, limits.longestWait);
        const waiting: Waiting = {
          group,
          start() {
            clearTimeout(timer);
            start();
          },
          refuse,
        };
        group.line.add(waiting);
        count(group, 'waiting', 1);
        startNext();
        refuseTooMany(group);
      });
      try {
        return await work();
      } finally {
        count(group, 'underWay', -1);
        prune(group);
        startNext();
      }
    },
  };
}

const newGroup = (name: string, parent: Group | undefined): Group => ({
  name,
  parent,
  depth: parent === undefined ? 0 : parent.depth + 1,
  groups: new Map(),
  line: new Set(),
  underWay: 0,
  waiting: 0,
});

function innerGroup(group: Group, name: string): Group {
  const found = group.groups.get(name) ?? newGroup(name, group);
  group.groups.set(name, found);
  return found;
}

function leaveLine(waiting: Waiting): void {
  waiting.group.line.delete(waiting);
  count(waiting.group, 'waiting', -1);
}

function count(from: Group, what: 'underWay' | 'waiting', by: number): void {
  for (let group: Group | undefined = from; group !== undefined; group = group.parent) group[what] += by;
}

/** Forgets groups in which nothing is under way and nothing waits. */
function prune(from: Group): void {
  for (let group = from; group.parent !== undefined; group = group.parent) {
    if (group.underWay > 0 || group.waiting > 0) return;
    // A group that was forgotten and made again is another one.
    if (group.parent.groups.get(group.name) === group) group.parent.groups.delete(group.name);
  }
}

/** The innermost group that waits most. */
function longest(group: Group): Group {
  let most = group;
  while (most.groups.size > 0)
    most = [...most.groups.values()].reduce((a, b) => (b.waiting > a.waiting ? b : a));
  return most;
}
