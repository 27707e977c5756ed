import { Toolbar } from '@base-ui/react/toolbar';
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '#actions/button/button.tsx';
import type { TableLabels } from '#data/table/labels.ts';
import type { RowKey } from '#data/table/state/row-key.ts';
import '#tokens/z-index.css';
import styles from './bulk-bar.module.css';
import { useBarShortcut } from './use-bar-shortcut.ts';
import { useOutOfView } from './use-out-of-view.ts';

/** Something to do with the selected rows. */
export type BulkAction<Row> = {
  id: string;
  label: string;
  /** An icon before the label; decoration. */
  icon?: ReactNode;
  disabled?: boolean;
  /**
   * Does it. A promise keeps the bar busy until it settles: then the selection clears, or stays if it was rejected.
   * Without a promise the selection stays, as for an action that asks for confirmation first.
   */
  onExecute: (rows: Row[], keys: RowKey[]) => void | Promise<unknown>;
};

type BulkBarProps<Row> = {
  actions: readonly BulkAction<Row>[];
  count: number;
  /** The selection at the time of the press. */
  read: () => { rows: Row[]; keys: RowKey[] };
  onCancel: () => void;
  /** The bar disappears while it has the focus. */
  onFocusLost: () => void;
  labels: TableLabels;
};

/** The count, the actions and Cancel. At the bottom of the screen while the end of the table is out of view. */
export function BulkBar<Row>({ actions, count, read, onCancel, onFocusLost, labels }: BulkBarProps<Row>) {
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const stuck = useOutOfView(end);
  const busy = running !== null;

  useBarShortcut(bar);
  const leave = useEffectEvent(onFocusLost);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) leave();
    };
  }, []);

  async function execute(action: BulkAction<Row>) {
    const { rows, keys } = read();
    setFailed(false);
    const result = action.onExecute(rows, keys);
    if (!(result instanceof Promise)) return;
    setRunning(action.id);
    try {
      await result;
      if (bar.current) onCancel();
    } catch (error) {
      setFailed(true);
      reportError(error);
    } finally {
      setRunning(null);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || busy) return;
    event.stopPropagation();
    onCancel();
  }

  return (
    <>
      <Toolbar.Root
        ref={bar}
        className={styles.bar}
        aria-label={labels.bulkActions}
        aria-keyshortcuts="F6"
        aria-busy={busy || undefined}
        data-stuck={stuck || undefined}
        onKeyDown={onKeyDown}
      >
        <p className={styles.count}>{labels.selected(count)}</p>
        <Toolbar.Button
          render={
            <Button variant="quiet" size="small" disabled={busy} onClick={onCancel}>
              {labels.cancel}
            </Button>
          }
        />
        <p className={styles.failure} role="alert">
          {failed ? labels.actionFailed : null}
        </p>
        <div className={styles.actions}>
          {actions.map((action) => (
            <Toolbar.Button
              key={action.id}
              render={
                <Button
                  variant="secondary"
                  size="small"
                  icon={action.icon}
                  loading={running === action.id}
                  disabled={(busy || action.disabled) ?? false}
                  onClick={() => void execute(action)}
                >
                  {action.label}
                </Button>
              }
            />
          ))}
        </div>
      </Toolbar.Root>
      <div ref={end} className={styles.end} />
    </>
  );
}
