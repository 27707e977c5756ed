import type { ReactNode } from 'react';
import styles from './message-rows.module.css';
import { roles } from './part-roles.ts';

/** One cell over the whole width: the empty table, or what failed. */
export function MessageRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <tr {...roles.row} className={styles.messageRow}>
      <td {...roles.cell} className={styles.message} colSpan={columnCount}>
        <div className={styles.content}>{children}</div>
      </td>
    </tr>
  );
}

const lengths = ['long', 'short', 'middle'] as const;

/** Rows in which the content will be. Hidden from screen readers: the table's status says that it loads. */
export function SkeletonRows({ count, columnCount }: { count: number; columnCount: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} {...roles.row} aria-hidden="true" className={styles.skeletonRow}>
      {Array.from({ length: columnCount }, (_, column) => (
        <td key={column} {...roles.cell} className={styles.skeletonCell}>
          <span className={styles.skeleton} data-length={lengths[(row + column) % lengths.length]} />
        </td>
      ))}
    </tr>
  ));
}
