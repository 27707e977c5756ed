/** Days of the browser's time zone, as a date field has them: `2026-12-03`. */

/** The last day that the field takes: the service knows no later year. */
export const lastDay = '2099-12-31';

/** @param time milliseconds since the epoch */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
}

/** When a day begins, in milliseconds since the epoch. */
export const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();

/** When the day begins that comes a number of days after a time. */
export function startInDays(time: number, number: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + number).getTime();
}
