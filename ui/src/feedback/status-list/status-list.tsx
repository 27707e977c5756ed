import { StatusIcon } from '#icons/status-icon.tsx';
import styles from './status-list.module.css';

export type StatusListProps = {
  /** Name of the list, such as 'Services'. */
  label: string;
  items: readonly {
    readonly id: string;
    readonly name: string;
    /** `pending`: not known yet. */
    readonly state: 'good' | 'bad' | 'pending';
    /** The state in words, such as 'Working'. */
    readonly text: string;
  }[];
};

const icons = { good: 'success', bad: 'critical', pending: 'info' } as const;

/** A list of names, each with its state as icon and word. Not a live region: the screen announces a summary. */
export function StatusList({ label, items }: StatusListProps) {
  return (
    <ul aria-label={label} className={styles.list}>
      {items.map(({ id, name, state, text }) => (
        <li key={id} className={styles.item}>
          <span className={styles.name}>{name}</span>
          <span className={styles.state} data-state={state}>
            <StatusIcon variant={icons[state]} />
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
