/** Writes a moment in the mail's language, with its time zone: `November 26, 2026 at 3:12 PM UTC`. */
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

/** @param time milliseconds since the epoch. In UTC, because the service does not know where the reader is. */
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
