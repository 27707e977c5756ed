import { useEffect, useEffectEvent, useImperativeHandle, type Ref } from 'react';
import type { Model } from './features.ts';

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
