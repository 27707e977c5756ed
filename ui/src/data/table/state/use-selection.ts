import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import type { Model } from './features.ts';
import { keyOfRowId, rowIdOfKey, type RowKey } from './row-key.ts';

/** The props of a table that are about its selection. */
export type SelectionProps<Row extends object> = {
  /** The keys of the selected rows, owned by the caller. */
  selectedKeys?: readonly RowKey[] | undefined;
  /** The keys that are selected at first; the table owns the selection. */
  defaultSelectedKeys?: readonly RowKey[] | undefined;
  /** Called with all selected keys, and with those of their rows that the table has seen. */
  onSelectionChange?: ((keys: RowKey[], rows: Row[]) => void) | undefined;
};

const none: readonly RowKey[] = [];

/** The selection as state of TanStack Table. */
export function useSelection(given: readonly RowKey[] | undefined, initial: readonly RowKey[] = none) {
  const [own, setOwn] = useState(initial);
  const keys = given ?? own;
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries(keys.map((key) => [rowIdOfKey(key), true as const])),
    [keys],
  );
  return { rowSelection, setKeys: setOwn };
}

/** What the rows of a selection are, also those that are on another page of a server's answer. */
export function useSelectedRows<Row extends object>(
  model: Model<Row>,
  { rowSelection, setKeys }: ReturnType<typeof useSelection>,
  onSelectionChange: SelectionProps<Row>['onSelectionChange'],
) {
  const seen = useRef<ReadonlyMap<string, Row>>(new Map());
  const { rowsById } = model.getCoreRowModel();
  // A row that is in the data and cannot be selected any more leaves the selection.
  const ids = Object.keys(rowSelection).filter((id) => rowsById[id]?.getCanSelect() ?? true);

  function rowsOf(rowIds: readonly string[]): Row[] {
    return rowIds.flatMap((id) => rowsById[id]?.original ?? seen.current.get(id) ?? []);
  }

  useEffect(() => {
    seen.current = new Map(
      Object.keys(rowSelection).flatMap((id) => {
        const row = rowsById[id]?.original ?? seen.current.get(id);
        return row ? [[id, row] as const] : [];
      }),
    );
  }, [rowSelection, rowsById]);

  return {
    count: ids.length,
    /** The selected keys and rows, for an action. */
    read: () => ({ keys: ids.map(keyOfRowId), rows: rowsOf(ids) }),
    change(updater: Updater<RowSelectionState>) {
      const rowIds = Object.keys(functionalUpdate(updater, rowSelection));
      const keys = rowIds.map(keyOfRowId);
      setKeys(keys);
      onSelectionChange?.(keys, rowsOf(rowIds));
    },
  };
}

/** What a caller can tell a table to do, by `actionsRef`. */
export type TableActions = {
  /** Clears the selection. */
  clearSelection: () => void;
};

/** Clears the selection: when it is called, by the caller's ref, and when no row can be selected any more. */
export function useClearSelection<Row extends object>(
  model: Model<Row>,
  selecting: boolean,
  actionsRef: Ref<TableActions> | undefined,
) {
  const clearSelection = () => model.setRowSelection({});
  useImperativeHandle(actionsRef, () => ({ clearSelection }));
  const onActionsGone = useEffectEvent(() => {
    if (model.getSelectedRowIds().length > 0) clearSelection();
  });
  useEffect(() => {
    if (!selecting) onActionsGone();
  }, [selecting]);
  return clearSelection;
}
