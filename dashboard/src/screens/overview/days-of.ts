/** The counts of the overview by day: a day without a sign-in has zeros. */
import { days } from '@app/contract/fields/durations.ts';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

/** The parts of a day's bar, from its foot: sign-ins by method, then those that were refused. */
export const parts = ['password', 'google', 'saml', 'refused'] as const;
export type Part = (typeof parts)[number];

export interface DayOfSignIns extends Readonly<Record<Part, number>> {
  /** `YYYY-MM-DD` in the person's time zone. */
  readonly day: string;
  /** Right passwords that asked for a code: each is followed by a sign-in or a refusal. */
  readonly challenged: number;
}

interface Line {
  readonly day: string;
  readonly method?: Strategy | undefined;
  readonly outcome: EventOutcome;
  readonly count: number;
}

/** Oldest first; `today` is the last one. */
export function daysOf(
  lines: readonly Line[],
  { count, today }: { readonly count: number; readonly today: string },
): readonly DayOfSignIns[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(today) - days(count - 1 - index)).toISOString().slice(0, 10);
    const ofDay = lines.filter((line) => line.day === day);
    const sum = (matches: (line: Line) => boolean): number =>
      ofDay.filter(matches).reduce((total, line) => total + line.count, 0);
    const succeeded = (method: Strategy): number =>
      sum((line) => line.outcome === 'success' && (line.method ?? 'password') === method);
    return {
      day,
      password: succeeded('password'),
      google: succeeded('google'),
      saml: succeeded('saml'),
      refused: sum(({ outcome }) => outcome === 'refused'),
      challenged: sum(({ outcome }) => outcome === 'challenged'),
    };
  });
}

/** What a part of a day is called. */
export function partWords(part: Part | 'challenged') {
  if (part === 'refused') return 'overview.plot.refused';
  return part === 'challenged' ? 'frame.outcomes.challenged' : (`frame.values.${part}` as const);
}

/** A day of the calendar in words. */
export const dayWords = (day: DayOfSignIns | undefined, date: (time: number) => string): string =>
  day === undefined ? '' : date(new Date(`${day.day}T12:00:00`).getTime());

/** The top of a scale with a whole number in its middle, so that the longest bar is not far below: 2, 4, 6, 8, 10, 20 … */
export function scaleTop(most: number): number {
  const base = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [2, 4, 6, 8, 10].map((each) => each * base).find((top) => top >= most) ?? most;
}

/** How many days lie between two that the axis names, so that the names have room on a phone. */
export const axisStep = (count: number): number => Math.ceil(count / 5);
