/** The tables of the page benchmark. */
import type { Figure, Part } from '#figures.ts';
import type { Rounds } from './conditions.ts';
import {
  blockedTime,
  keptFrom,
  lostLetters,
  medianOf,
  pageNames,
  type Reading,
  ratioOf,
  type Round,
  slowestKey,
} from './readings.ts';
import { slow4G, slowdown } from './visit.ts';

const row = (name: string, rounds: readonly Round[], reading: Reading): Figure => ({
  name: `${name}, ms (login · inert · bare React)`,
  value: pageNames
    .map((page) => medianOf(rounds, page, reading))
    .map((value) => (Number.isNaN(value) ? '–' : value.toFixed(0)))
    .join(' · '),
});

const limited = (name: string, value: number, limit: number, digits = 0): Figure => ({
  name,
  value: value.toFixed(digits),
  target: `≤ ${limit.toFixed(digits)}`,
  met: value <= limit,
});

const firstPaint: Reading = (visit) => visit.firstPaint;
const live: Reading = (visit) => visit.live;

const startFigures = (rounds: readonly Round[]): Figure[] => [
  row('first paint', rounds, firstPaint),
  limited('first paint × inert page', ratioOf(rounds, 'inert', firstPaint), 1.15, 2),
  { name: 'first paint × bare React', value: ratioOf(rounds, 'bare', firstPaint).toFixed(2) },
  row('live', rounds, live),
  limited('live × bare React', ratioOf(rounds, 'bare', live), 1.25, 2),
];

const blockedFigures = (rounds: readonly Round[]): Figure[] => [
  row('blocked until two seconds after live', rounds, blockedTime),
  limited(
    'blocked, more than bare React, ms',
    medianOf(rounds, 'login', blockedTime) - medianOf(rounds, 'bare', blockedTime),
    80,
  ),
];

const typingFigures = (rounds: readonly Round[]): Figure[] => [
  row('slowest key once the form is painted', rounds, slowestKey),
  limited('slowest key of the login page, ms', medianOf(rounds, 'login', slowestKey), 100),
  row('typed text is kept from', rounds, keptFrom),
  row('the same, after the first paint', rounds, (visit) => keptFrom(visit) - visit.firstPaint),
  limited(
    'letters that reached the field and were lost',
    Math.max(...rounds.map((round) => lostLetters(round.login))),
    0,
  ),
];

const factFigures = ({ cold, warm }: Rounds): Figure[] => {
  const shift = Math.max(...cold.map(({ login }) => login.layoutShift));
  const shifted = [...new Set(cold.flatMap(({ login }) => login.shifted))];
  const again = Math.max(...warm.map(({ login }) => login.fetched.filter(({ bytes }) => bytes > 0).length));
  return [
    {
      name: `layout shift, the worst round (${shifted.join(', ') || 'nothing'})`,
      value: shift === 0 ? '0' : shift.toPrecision(2),
      target: '0',
      met: shift === 0,
    },
    limited('requests of a repeat visit: the document alone', again, 1),
  ];
};

export function pageParts(rounds: Rounds): Part[] {
  const count = rounds.cold.length;
  const title = (name: string): string =>
    `Login page, ${name} (${count} ${count === 1 ? 'round' : 'rounds'})`;
  const slow = `slow 4G (${(slow4G.downloadThroughput * 8) / 1e6} Mb/s, ${slow4G.latency} ms), processor ${slowdown} times slower`;
  return [
    {
      title: title('first visit, slowed down'),
      figures: [
        ...startFigures(rounds.cold),
        limited(
          'first paint × inert page, begun in an empty tab',
          ratioOf(rounds.emptyTab, 'inert', firstPaint),
          1.15,
          2,
        ),
        ...blockedFigures(rounds.cold),
        ...typingFigures(rounds.typed),
        ...factFigures(rounds),
      ],
      note: `Slowed down: ${slow}. In turn with two floors over loopback: the login page without script and hints, and React alone with the same fields, prerendered. Values are medians; a ratio is the median of each round’s ratio.`,
    },
    {
      title: title('repeat visit, slowed down'),
      figures: startFigures(rounds.warm),
      note: `Slowed down: ${slow}.`,
    },
    {
      title: title('first visit, not slowed down'),
      figures: startFigures(rounds.fast),
    },
    {
      title: title('repeat visit, not slowed down'),
      figures: startFigures(rounds.fastWarm),
    },
  ];
}
