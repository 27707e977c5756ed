/** The tables of what the service was measured at. */
import { type Figure, median, type Part } from '#figures.ts';

import { middle, ratios, type Turn } from './turns.ts';

type Turns = readonly Turn[];

interface Measured {
  readonly rounds: number;
  readonly seconds: number;
  readonly inFlight: number;
}

/** Targets: calls a second ÷ those of the limit, on the same machine in the same run. */
const targets = { signIns: 0.85, refreshes: 0.35, peerSignIns: 1.2, peerRefreshes: 1.3 };

export function signInPart(
  { hash, plain, coded, peer }: Readonly<Record<'hash' | 'plain' | 'coded', Turns> & { peer?: Turns }>,
  measured: Measured,
): Part {
  const cost = (turns: Turns, of: keyof Turn['cost']): string =>
    `${middle(turns, (turn) => turn.cost[of]).toFixed(2)} ms`;
  return {
    title: 'Password sign-ins',
    figures: [
      ratio('sign-ins a second ÷ bare argon2id verifications a second', plain, hash, targets.signIns),
      ...(peer
        ? [
            ratio(
              'sign-ins a second ÷ those of better-auth, which counts tries in the database',
              plain,
              peer,
              targets.peerSignIns,
            ),
          ]
        : []),
      ratio('sign-ins that mail a code ÷ bare argon2id', coded, hash),
      rate('bare argon2id verifications a second', hash),
      rate('sign-ins a second', plain),
      rate('sign-ins a second, a code is mailed', coded),
      times('sign-in', plain, measured),
      times('sign-in, a code is mailed', coded, measured),
      { name: 'processor time of one bare verification', value: cost(hash, 'server') },
      { name: 'of one sign-in: threads that hash', value: cost(plain, 'hash') },
      { name: 'of one sign-in: main thread of the service', value: cost(plain, 'main') },
      {
        name: 'of one sign-in: other threads (garbage, compiler)',
        value: `${middle(plain, ({ cost: { server, main, hash: hashing } }) => server - main - hashing).toFixed(2)} ms`,
      },
      { name: 'of one sign-in: database', value: cost(plain, 'database') },
      { name: 'of one sign-in: the load itself', value: cost(plain, 'client') },
      { name: 'sign-ins that failed', ...failed([...plain, ...coded, ...(peer ?? [])]) },
    ],
    note: noteOf(measured),
  };
}

export function refreshPart(
  { bare, change, ours, peer }: Readonly<Record<'bare' | 'change' | 'ours', Turns> & { peer?: Turns }>,
  measured: Measured,
): Part {
  const cost = (turns: Turns): string =>
    `${middle(turns, (turn) => turn.cost.server).toFixed(2)} ms · ${middle(turns, (turn) => turn.cost.database).toFixed(2)} ms`;
  return {
    title: 'Refreshes',
    figures: [
      ratio('refreshes a second ÷ POSTs of a bare Fastify', ours, bare),
      ratio('refreshes a second ÷ POSTs that change one row durably', ours, change, targets.refreshes),
      ...(peer
        ? [
            ratio('refreshes a second ÷ those of oidc-provider', ours, peer, targets.peerRefreshes),
            { name: 'processor time of one refresh of oidc-provider', value: cost(peer) },
          ]
        : []),
      ratio('POSTs that change one row durably ÷ POSTs of a bare Fastify', change, bare),
      rate('POSTs a second, bare Fastify', bare),
      rate('POSTs a second that change one row durably', change),
      rate('refreshes a second', ours),
      times('refresh', ours, measured),
      { name: 'processor time of one refresh: service · database', value: cost(ours) },
      { name: 'the same of a POST that changes one row durably', value: cost(change) },
      {
        name: 'processor time of one bare POST',
        value: `${middle(bare, (turn) => turn.cost.server).toFixed(2)} ms`,
      },
      { name: 'refreshes that failed', ...failed([...ours, ...bare, ...change, ...(peer ?? [])]) },
    ],
    note: noteOf(measured),
  };
}

const noteOf = ({ rounds, seconds, inFlight }: Measured): string =>
  `${rounds} rounds of ${seconds} s of each in turn, in an order that turns, ${inFlight} calls at once; each figure is the median of the rounds. The load and the database run on the same cores.`;

/** The median of the ratios of each round, and the lowest and highest. */
function ratio(name: string, one: Turns, other: Turns, target?: number): Figure {
  const each = ratios(one, other);
  const value = median(each);
  return {
    name,
    value: `${value.toFixed(3)} (${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)})`,
    ...(target !== undefined && { target: `≥ ${target}`, met: value >= target }),
  };
}

const rate = (name: string, turns: Turns): Figure => ({
  name,
  value: middle(turns, ({ result }) => result.perSecond).toFixed(0),
});

function times(name: string, turns: Turns, { inFlight }: Measured): Figure {
  const of = (pick: 'p50' | 'p99' | 'p999'): string =>
    middle(turns, ({ result }) => result.calls?.[pick] ?? Number.NaN).toFixed(1);
  return {
    name: `${name}: p50 · p99 · p99.9 (${inFlight} at once)`,
    value: `${of('p50')} · ${of('p99')} · ${of('p999')} ms`,
  };
}

/** The number of failed calls by status. The target is 0. */
function failed(turns: Turns): Omit<Figure, 'name'> {
  const failures = turns.flatMap(({ result }) => Object.entries(result.calls?.failures ?? {}));
  const count = failures.reduce((sum, [, number]) => sum + number, 0);
  const all = turns.reduce((sum, { result }) => sum + result.count, 0);
  const kinds = [...new Set(failures.map(([status]) => status))].join(', ');
  return { value: `${count} of ${all}${kinds && ` (${kinds})`}`, target: '0', met: count === 0 };
}
