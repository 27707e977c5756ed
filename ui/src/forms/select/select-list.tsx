import { Select as Base } from '@base-ui/react/select';
import { useEffect, useState } from 'react';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import { Spinner } from '#feedback/spinner/spinner.tsx';
import { CheckIcon } from '#icons/choice-icons.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import popupStyles from '#overlays/popup/popup.module.css';
import type { ListedGroup, ListedOption } from './options.ts';
import styles from './select.module.css';

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
  groups: readonly ListedGroup[];
  /** The id of the label of the field, which also names the list. */
  labelledBy: string;
  side: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
  /** Called with the value of the highlighted option before Tab leaves the control. */
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

/** One option: its label or what the caller renders, a description, and a tick while chosen. */
function renderItem({ value, label, content, description, disabled }: ListedOption) {
  return (
    <Base.Item
      key={value}
      value={value}
      data-value={value}
      label={label}
      disabled={disabled}
      className={popupStyles.row}
    >
      <span className={styles.text}>
        <span className={styles.content}>{content}</span>
        {description ? <span className={styles.description}>{description}</span> : null}
      </span>
      <span className={styles.check}>
        <CheckIcon />
      </span>
    </Base.Item>
  );
}

/**
 * A line under the list: that it loads, that it is empty, that a search failed. It is also said politely, by a region
 * that is empty when the list opens, because a text that arrives with its region is often not announced. The region is
 * in the popup, because Base UI hides the page outside of it from assistive technology.
 */
function ListNote({ busy, children }: { busy: boolean; children: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(children), [children]);
  return (
    <>
      {children ? (
        <div className={styles.note} aria-hidden="true">
          {busy ? <Spinner /> : null}
          {children}
        </div>
      ) : null}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
