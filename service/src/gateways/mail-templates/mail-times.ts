/** Writes durations and moments in the language of the email. */
import { chosenDay, days, hours, minutes } from '@app/contract/fields/durations.ts';
import { type Language, languageTag } from '@app/contract/fields/vocabulary.ts';

/** Days are used from two days on; one day is written as 24 hours. */
const units = [
  { unit: 'day', length: days(1), atLeast: days(2) },
  { unit: 'hour', length: hours(1), atLeast: hours(1) },
  { unit: 'minute', length: minutes(1), atLeast: 0 },
] as const;

/**
 * How long a link or a code is valid, in words: `1 hour`, `24 Stunden`, `7 jours`.
 *
 * @param duration milliseconds. The number and its word stay on one line (U+00A0). `Intl` writes Norwegian days as
 *   _døgn_; our texts use _dager_.
 */
export function mailDuration(duration: number, language: Language): string {
  const { unit, length } = units.find(({ atLeast }) => duration >= atLeast) ?? units[2];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    .format(duration / length)
    .replace(' ', '\u00a0')
    .replace('døgn', 'dager');
}

/** A day: `November 26, 2026`. @param time when it begins where an admin chose it, in milliseconds since the epoch */
export const mailDay = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(languageTag(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(chosenDay(time));

/**
 * A moment with its time zone: `November 26, 2026 at 3:12 PM UTC`.
 *
 * @param time milliseconds since the epoch. In UTC, because the service does not know where the reader is.
 */
export const mailTime = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(languageTag(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time);
