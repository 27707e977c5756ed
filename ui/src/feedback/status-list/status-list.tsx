import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import { StatusIcon } from '#icons/status-icon.tsx';
import styles from './status-list.module.css';

export type StatusListProps = Omit<ComponentProps<'ul'>, 'children' | 'aria-label'> & {
  /** Name of the list, such as 'Services'. */
  label: string;
  /** A line each, in the order in which they are shown. */
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

/**
 * A list of names, each with its state as icon and word. Not a live region: the screen announces a summary. `ref` and
 * all other attributes go to the `<ul>`.
 */
export function StatusList({ label, items, className, ...rest }: StatusListProps) {
  return (
    <ul role="list" {...rest} aria-label={label} className={classNames(styles.list, className)}>
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
