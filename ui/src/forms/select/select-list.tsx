import { Select as Base } from '@base-ui/react/select';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import { ListNote, OptionContent } from '#forms/options/option-content.tsx';
import styles from '#forms/options/options.module.css';
import type { ListedGroup } from '#forms/options/options.ts';
import popupStyles from '#overlays/popup/popup.module.css';

/** The list that a Select opens, with a line under it that says that it loads or is empty. */
export function SelectList({
  groups,
  labelledBy,
  side,
  align,
  onTab,
  note,
  busy,
}: {
  groups: readonly ListedGroup<unknown>[];
  /** The id of the label of the field, which also names the list. */
  labelledBy: string;
  side: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
  /** Called with the value of the highlighted option before Tab goes on from the control. */
  onTab: (value: string) => void;
  note: string;
  busy: boolean;
}) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={popupStyles.positioner}
        alignItemWithTrigger={false}
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup
          className={classNames(popupStyles.popup, styles.popup)}
          onKeyDown={({ key, currentTarget }) => {
            const highlighted = currentTarget.querySelector('[data-highlighted]:not([data-disabled])');
            if (key === 'Tab' && highlighted) onTab(highlighted.getAttribute('data-value') ?? '');
          }}
        >
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
    <Base.Item
      key={listed.value}
      value={listed.value}
      data-value={listed.value}
      label={listed.label}
      disabled={listed.disabled}
      className={popupStyles.row}
    >
      <OptionContent listed={listed} />
    </Base.Item>
  );
}
