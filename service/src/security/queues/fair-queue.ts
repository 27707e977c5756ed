/**
 * A queue that is fair between groups of clients (threat E5, docs/decisions/fair-queue.md).
 *
 * Each task has a path, the widest group first: a lane, a network, a smaller network in it. A slot that becomes free
 * goes round robin to the next group, and inside the group to its next subgroup, so a storm from one network delays
 * only that network. No group runs more than `eachAtOnce` tasks. When too many tasks wait, the queue refuses the newest
 * task of the group with the most waiting tasks: the group that fills the queue is refused.
 */
import { isIPv4 } from 'node:net';

import { Refusal } from '#refusal.ts';

export interface FairQueue {
  /** Whether a task waits. While none does, every task starts immediately and needs no lane. */
  isContended(): boolean;
  /** The tasks that wait, and those that run. */
  counts(): { readonly waiting: number; readonly running: number };
  /** Runs `work` when it is its turn. Throws `Refusal('overloaded')` if it waits too long or too many wait. */
  run<T>(path: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface FairQueueLimits {
  /** Running tasks in total. */
  readonly atOnce: number;
  /** Running tasks of each group below a lane. */
  readonly eachAtOnce: number;
  /** Waiting tasks in total. */
  readonly waitingMax: number;
  /** Waiting tasks of each group below a lane. */
  readonly eachWaitingMax: number;
  /** Milliseconds after which a task that has not started is refused. */
  readonly longestWait: number;
}

/** `Retry-After` of a refusal, in seconds. */
const retryAfter = 2;

interface Waiting {
  readonly group: Group;
  start(): void;
  refuse(): void;
}

/** A group contains other groups or a line of waiting tasks. */
interface Group {
  readonly name: string;
  readonly parent: Group | undefined;
  /** 0: the root. 1: a lane. */
  readonly depth: number;
  /** In round-robin order: the group that had its turn moves to the end. */
  readonly groups: Map<string, Group>;
  readonly line: Set<Waiting>;
  /** Counts of the group with all its subgroups. */
  underWay: number;
  waiting: number;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const all = newGroup('', undefined);

  const underWayMax = ({ depth }: Group): number =>
    depth === 0 ? limits.atOnce : depth === 1 ? Infinity : limits.eachAtOnce;
  const waitingMax = ({ depth }: Group): number =>
    depth === 0 ? limits.waitingMax : depth === 1 ? Infinity : limits.eachWaitingMax;

  /** The next task of this group that may start. */
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

  /** Refuses the newest tasks of the longest line while more tasks wait than allowed. */
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
    counts: () => ({ waiting: all.waiting, running: all.underWay }),
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

/** Removes groups without running or waiting tasks. */
function prune(from: Group): void {
  for (let group = from; group.parent !== undefined; group = group.parent) {
    if (group.underWay > 0 || group.waiting > 0) return;
    // A removed group may have been created again: then it is another object.
    if (group.parent.groups.get(group.name) === group) group.parent.groups.delete(group.name);
  }
}

/** The innermost group with the most waiting tasks. */
function longest(group: Group): Group {
  let most = group;
  while (most.groups.size > 0)
    most = [...most.groups.values()].reduce((a, b) => (b.waiting > a.waiting ? b : a));
  return most;
}

/**
 * From the widest to the narrowest: the /24 and the address of IPv4, the /48, /56 and /64 of IPv6. A provider gives one
 * customer an IPv6 network of any of these sizes.
 * @param client as `clientOf` writes it
 */
export function networksOf(client: string): readonly string[] {
  if (isIPv4(client)) return [`${client.slice(0, client.lastIndexOf('.'))}.0/24`, client];
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/.exec(client)?.slice(1);
  if (groups === undefined) return [client];
  const [first, second, third, fourth = ''] = groups;
  const wide = `${first}:${second}:${third}`;
  return [`${wide}::/48`, `${wide}:${fourth.padStart(4, '0').slice(0, 2)}00::/56`, client];
}
