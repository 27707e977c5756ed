import { Combobox as Base } from '@base-ui/react/combobox';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import { ListNote, OptionContent } from '#forms/options/option-content.tsx';
import styles from '#forms/options/options.module.css';
import type { ListedGroup } from '#forms/options/options.ts';
import popupStyles from '#overlays/popup/popup.module.css';

/** The list that a SearchSelect opens, and a line under it: it loads, is empty, was cut, or a search failed. */
export function SearchList({
  groups,
  labelledBy,
  anchor,
  side,
  align,
  note,
  busy,
}: {
  groups: readonly ListedGroup<unknown>[];
  /** The id of the label of the field, which also names the list. */
  labelledBy: string;
  /** The frame of the control, at which the list opens. */
  anchor: () => Element | null;
  side: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
  note: string;
  busy: boolean;
}) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={popupStyles.positioner}
        anchor={anchor}
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup className={classNames(popupStyles.popup, styles.popup)}>
          <Base.List aria-labelledby={labelledBy} className={classNames(popupStyles.rows, styles.list)}>
            {groups.map(({ label, options }) =>
              label ? (
                <Base.Group key={label} className={styles.group}>
                  <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
                  {options.map(renderItem)}
                </Base.Group>
              ) : (
                options.map(renderItem)
              ),
            )}
          </Base.List>
          <ListNote busy={busy}>{note}</ListNote>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function renderItem(listed: ListedGroup<unknown>['options'][number]) {
  return (
    <Base.Item key={listed.value} value={listed.value} disabled={listed.disabled} className={popupStyles.row}>
      <OptionContent listed={listed} />
    </Base.Item>
  );
}
