import type { MouseEvent } from 'react';

const interactive =
  'a, button, input, select, textarea, label, summary, [tabindex], [contenteditable], [role="button"]';

/** Whether a click is meant for the row: not for a control in it, nor in a popup of it, nor the end of a text selection. */
export function isRowPress({ target, currentTarget: row, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || !(target instanceof Element) || !row.contains(target)) return false;
  const control = target.closest(interactive);
  if (control && row.contains(control)) return false;
  const selection = row.ownerDocument.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(target, true);
}
