import { Toolbar } from '@base-ui/react/toolbar';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Button } from '#actions/button/button.tsx';
import type { TableLabels } from '#data/table/labels.ts';
import type { RowKey } from '#data/table/state/row-key.ts';
import '#tokens/z-index.css';
import styles from './bulk-bar.module.css';

/** Something to do with the selected rows. */
export type BulkAction<Row> = {
  id: string;
  label: string;
  /** An icon before the label; decoration. */
  icon?: ReactNode;
  disabled?: boolean;
  /**
   * Does it. A promise keeps the bar busy until it settles: then the selection clears. It stays where the result is
   * `false`, for a failure that the caller shows, or where the promise is rejected, which the bar says. Without a promise
   * the selection stays, as for an action that asks for confirmation first.
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
      if ((await result) !== false && bar.current) onCancel();
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

/** F6 moves the focus from a row to the bar and back: with many rows the bar is far away by Tab. */
function useBarShortcut(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    const table = element?.parentElement;
    if (!element || !table) return undefined;
    let cameFrom: Element | null = null;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      // The region of toasts has the same key for the rest of the page.
      event.stopPropagation();
      if (element.contains(document.activeElement)) {
        if (cameFrom instanceof HTMLElement) cameFrom.focus();
      } else {
        cameFrom = document.activeElement;
        element.querySelector('button')?.focus();
      }
    };
    table.addEventListener('keydown', onKeyDown);
    return () => table.removeEventListener('keydown', onKeyDown);
  }, [bar]);
}

/** Whether an element is out of view, below or above what is seen of the page. */
function useOutOfView(target: RefObject<Element | null>): boolean {
  const [outOfView, setOutOfView] = useState(false);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setOutOfView(!entry?.isIntersecting));
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return outOfView;
}
