import { VisuallyHidden } from '@app/ui/visually-hidden';
import type { ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

import styles from './lists.module.css';
import { CutText } from './cut-text.tsx';

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

/** A person in one cell: the name, and under it the address. Without a name there is only the address. */
export function PersonCell({ name, email, avatar }: { name: string; email: string; avatar?: ReactNode }) {
  return (
    <span className={styles.person}>
      {avatar}
      <span className={styles.lines}>
        <CutText text={name || email} />
        {name && email ? (
          <span className={styles.second}>
            <CutText text={email} />
          </span>
        ) : null}
      </span>
    </span>
  );
}
