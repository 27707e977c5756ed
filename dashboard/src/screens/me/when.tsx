import { useState } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';

/** The keys of texts with a `{{time}}`. */
type TimedKey = Extract<
  TextKey<'me'>,
  `me.sessions.${'lastUsed' | 'signedIn' | 'ends'}` | `me.devices.${'since' | 'lastUsed'}`
>;

/** A time in words; the exact one is its tooltip. @param words with `{{time}}`; without, the time alone */
export function When({
  words,
  time,
  relative = false,
  date = false,
}: {
  words?: TimedKey;
  time: number;
  /** How long ago. */
  relative?: boolean;
  /** The day alone. */
  date?: boolean;
}) {
  const { t, formats } = useTexts('me');
  const [now] = useState(Date.now);
  const shown = relative
    ? formats.relative(Math.min(time, now), now)
    : date
      ? formats.date(time)
      : formats.dateTime(time);
  return (
    <time dateTime={new Date(time).toISOString()} title={formats.dateTime(time)}>
      {words ? t(words, { time: shown }) : shown}
    </time>
  );
}
