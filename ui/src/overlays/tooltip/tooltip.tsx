import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cloneElement, useEffect, useId, useRef, type ComponentProps, type ReactElement } from 'react';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import styles from './tooltip.module.css';

export type TooltipProps = Omit<ComponentProps<'button'>, 'children' | 'style'> & {
  /** What the tooltip says: plain text, because a tooltip never holds controls. */
  text: string;
  /** The keys that do the same as the control, such as 'Ctrl K'; shown after the text. */
  shortcut?: string;
  /**
   * What the text is for the control: its `description`, read after its name, or its `name`, for a control that is only
   * an icon. Screen readers find it even while the tooltip is closed.
   */
  describes?: 'description' | 'name';
  /** Milliseconds of hovering before it opens; keyboard focus opens it immediately (spec §9). */
  delay?: number;
  /** The side of the control; the opposite one where there is no room. */
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  align?: 'start' | 'center' | 'end';
  /** Pixels between the control and the tooltip. */
  offset?: number;
  /** Never opens; the text still describes the control. */
  disabled?: boolean;
  /** The control: one element that accepts a ref and the attributes of a button. */
  children: ReactElement<Described>;
};

type Described = { 'aria-describedby'?: string | undefined; 'aria-label'?: string };

/** After the pointer has left (spec §9). */
const closeDelay = 100;

/**
 * A short explanation of a control, shown while the pointer is on the control or on the tooltip, or while the control
 * has keyboard focus. Escape closes it. A finger does not open it, so nothing may depend on it. `ref`, `className` and
 * all other attributes go to the control.
 */
export function Tooltip({
  text,
  shortcut,
  describes = 'description',
  delay = 0,
  side = 'top',
  align = 'center',
  offset = 6,
  disabled = false,
  children,
  ...trigger
}: TooltipProps) {
  const actions = useRef<Base.Root.Actions>(null);
  const ownId = useId();
  const triggerId = trigger.id ?? ownId;
  const descriptionId = `${triggerId}-tooltip`;
  const { 'aria-describedby': describedBy = trigger['aria-describedby'] } = children.props;
  const said =
    describes === 'name'
      ? { 'aria-label': text }
      : { 'aria-describedby': classNames(describedBy, descriptionId) };
  return (
    <Base.Root disabled={disabled} actionsRef={actions}>
      <Base.Trigger
        {...trigger}
        id={triggerId}
        delay={delay}
        closeDelay={closeDelay}
        render={cloneElement(children, said)}
      />
      {describes === 'description' ? (
        <span id={descriptionId} hidden>
          {text}
        </span>
      ) : null}
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={offset}>
          <Base.Popup className={styles.tooltip} role="tooltip">
            {text}
            {shortcut ? <kbd className={styles.shortcut}>{shortcut}</kbd> : null}
            <ClosedByEscape close={() => actions.current?.close()} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** While a tooltip is open, Escape closes it and nothing else: not the dialog in which its control is. */
function ClosedByEscape({ close }: { close: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    // Before the listeners of the document, where a dialog listens.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  });
  return null;
}
