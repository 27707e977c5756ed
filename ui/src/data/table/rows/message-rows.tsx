import type { ReactNode } from 'react';
import { Button } from '#actions/button/button.tsx';
import { Skeleton } from '#feedback/skeleton/skeleton.tsx';
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

const widths = ['half', 'three-quarters', 'quarter'] as const;

type SkeletonRowsProps = {
  count: number;
  columns: readonly { id: string; textAlign?: 'start' | 'center' | 'end' }[];
  /** Whether the first cell is a box. */
  selecting: boolean;
};

/** Rows in which the content will be. Hidden from screen readers: the table's status says that it loads. */
export function SkeletonRows({ count, columns, selecting }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} {...roles.row} aria-hidden="true" className={styles.skeletonRow}>
      {selecting ? (
        <td {...roles.cell} className={styles.skeletonCell} data-select>
          <Skeleton shape="box" size="icon" className={styles.skeletonBox} />
        </td>
      ) : null}
      {columns.map(({ id, textAlign }, column) => (
        <td key={id} {...roles.cell} className={styles.skeletonCell} data-align={textAlign}>
          <Skeleton width={widths[(row + column) % widths.length] ?? 'half'} />
        </td>
      ))}
    </tr>
  ));
}

type FailureProps = {
  children: ReactNode;
  label: string;
  onRetry: (() => void) | undefined;
  /** The button disappears with the error; the focus goes to the table. */
  onPress: () => void;
};

/** Why the rows could not be loaded, in their place, and a button to try it again. */
export function Failure({ children, label, onRetry, onPress }: FailureProps) {
  function retry() {
    onPress();
    onRetry?.();
  }
  return (
    <>
      <p role="alert">{children}</p>
      {onRetry ? (
        <Button variant="secondary" size="small" onClick={retry}>
          {label}
        </Button>
      ) : null}
    </>
  );
}
