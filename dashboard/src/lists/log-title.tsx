import { VisuallyHidden } from '@app/ui/visually-hidden';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

import styles from './lists.module.css';

/** The first cell of a row of a log, which names it: a row shows the time, a card shows two lines. */
export function LogTitle({ who, what, time }: { who: string; what: string; time: number }) {
  return (
    <span className={styles.title}>
      <bdi>{who}</bdi>
      <span>
        <span data-what>{what} · </span>
        <ShortTime time={time} />
      </span>
    </span>
  );
}

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
