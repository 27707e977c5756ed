import { days } from '@app/contract/fields/durations.ts';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

/** The keys of texts with a `{{time}}`. */
type TimedKey = Extract<
  TextKey<'me'>,
  | `me.sessions.${'lastUsed' | 'signedIn' | 'ends'}`
  | 'me.devices.since'
  | 'me.passkeys.since'
  | `me.factors.${'added' | 'made'}`
>;

/** Within this, how long ago says enough. */
const recent = days(1);

/** A time in words. @param words with `{{time}}`; without them, only the time */
export function When({
  words,
  time,
  relative = false,
  date = false,
}: {
  words?: TimedKey;
  time: number;
  /** How long ago, within a day; then the time itself, so that nothing is only in a tooltip. */
  relative?: boolean;
  /** Only the day. */
  date?: boolean;
}) {
  const { t, formats } = useTexts('me');
  const now = useAppearedAt();
  const shown =
    relative && now - time < recent
      ? formats.relative(Math.min(time, now), now)
      : date
        ? formats.date(time)
        : formats.dateTime(time);
  return <time dateTime={new Date(time).toISOString()}>{words ? t(words, { time: shown }) : shown}</time>;
}
