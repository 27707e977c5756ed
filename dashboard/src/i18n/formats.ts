/** Numbers, dates and times in a person's language. */
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';
import { days, hours, minutes } from '@app/contract/fields/durations.ts';

/** Every time is in milliseconds since the epoch, and is shown in the browser's time zone. */
export interface Formats {
  /** `10,000` */
  number(value: number): string;
  /** `Nov 22, 2026` */
  date(time: number): string;
  /** `Sun, Nov 22` */
  weekday(time: number): string;
  /** `Nov 22, 2026, 3:04 PM` */
  dateTime(time: number): string;
  /** `Nov 22, 3:04 PM`; with the year if that is not the one of `now`. */
  shortDateTime(time: number, now: number): string;
  /** `5 minutes ago`, `yesterday`, `in 3 days`; `now` within a minute. */
  relative(time: number, now: number): string;
  /** `Ada, Ivo, and Zoë` */
  list(parts: readonly string[]): string;
}

/** English is American, as in every text (tools/house/glossary.json). */
const tagOf = (language: Language): string => (language === 'en' ? 'en-US' : languageTag(language));

const units = [
  ['year', days(365)],
  ['month', days(30)],
  ['week', days(7)],
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', minutes(1)],
] as const;

export function createFormats(language: Language): Formats {
  const tag = tagOf(language);
  const number = new Intl.NumberFormat(tag);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric' });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const short = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const thisYear = new Intl.DateTimeFormat(tag, short);
  const anotherYear = new Intl.DateTimeFormat(tag, { ...short, year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const list = new Intl.ListFormat(tag);
  return {
    number: (value) => number.format(value),
    date: (time) => date.format(time),
    weekday: (time) => weekday.format(time),
    dateTime: (time) => dateTime.format(time),
    shortDateTime(time, now) {
      const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
      return (isThisYear ? thisYear : anotherYear).format(time);
    },
    relative(time, now) {
      const difference = time - now;
      const [unit, length] = units.find(([, each]) => Math.abs(difference) >= each) ?? ['second', Infinity];
      const words = relative.format(Math.trunc(difference / length), unit);
      // Intl's Norwegian days are _døgn_; our texts use _dager_.
      return words.replace('døgn', 'dager');
    },
    list: (parts) => list.format(parts),
  };
}
