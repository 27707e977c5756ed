/** The figures of a visit: one number for each question. */
import { median } from '#figures.ts';
import type { Visit } from './visit.ts';

/** What is longer than this blocks the page (milliseconds). */
const longTask = 50;
/** How long after it is live a page is watched for what blocks it. */
export const watchedAfterLive = 2000;

/** The sum of what each long task takes beyond 50 ms, until two seconds after the page is live. */
export function blockedTime({ longTasks, live }: Pick<Visit, 'longTasks' | 'live'>): number {
  const end = Number.isNaN(live) ? Number.POSITIVE_INFINITY : live + watchedAfterLive;
  return longTasks
    .filter(({ start }) => start < end)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - longTask), 0);
}

/**
 * The longest time from the press of a key to the frame after it, of the keys that are pressed while the form is on the
 * screen: before that nobody sees a field to type into. 0: each was faster than the browser reports (16 ms).
 */
export const slowestKey = ({ keys, firstPaint }: Pick<Visit, 'keys' | 'firstPaint'>): number =>
  Math.max(
    0,
    ...keys
      .filter(({ name, start }) => name === 'keydown' && start >= firstPaint)
      .map(({ duration }) => duration),
  );

/** When the first letter was typed that was still in the email field at the end. NaN: none was kept. */
export function keptFrom({ letters, kept }: Pick<Visit, 'letters' | 'kept'>): number {
  return letters.find(({ letter }) => letter !== '' && kept.includes(letter))?.time ?? Number.NaN;
}

/** How many letters reached the email field and were not in it at the end. */
export const lostLetters = ({ letters, kept }: Pick<Visit, 'letters' | 'kept'>): number =>
  letters.filter(({ letter }) => !kept.includes(letter)).length;

/** The pages that are visited in turn. */
export const pageNames = ['login', 'inert', 'bare'] as const;
export type PageName = (typeof pageNames)[number];

/** One visit of each page, shortly after each other. */
export type Round = Readonly<Record<PageName, Visit>>;

export type Reading = (visit: Visit) => number;

export const medianOf = (rounds: readonly Round[], page: PageName, reading: Reading): number =>
  median(rounds.map((round) => reading(round[page])));

/** The median of the ratios in each round: what slows a whole round down cancels out. */
export const ratioOf = (rounds: readonly Round[], floor: PageName, reading: Reading): number =>
  median(rounds.map((round) => reading(round.login) / reading(round[floor])));

/** The order of a round: another page is first each time. */
export const orderOf = (round: number): PageName[] => {
  const first = round % pageNames.length;
  return [...pageNames.slice(first), ...pageNames.slice(0, first)];
};
