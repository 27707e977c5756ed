import styles from './lists.module.css';
import { ShortTime } from './short-time.tsx';

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
