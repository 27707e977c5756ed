import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

/** `Nov 25, 3:54 AM`: the whole of it is for the pointer and for a screen reader. */
export function ShortTime({ time }: { time: number }) {
  const { formats } = useTexts();
  const now = useAppearedAt();
  const whole = formats.dateTime(time);
  return (
    <time dateTime={new Date(time).toISOString()} title={whole}>
      <span aria-hidden>{formats.shortDateTime(time, now)}</span>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </time>
  );
}
