import { Popover } from '@base-ui/react/popover';
import { useRef, type ComponentProps, type ReactNode } from 'react';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';
import popup from '#overlays/popup/popup.module.css';
import { isUnavailable, type TriggerElement } from '#overlays/popup/trigger.ts';
import styles from './dropdown.module.css';

export type DropdownProps = Omit<ComponentProps<'div'>, 'children' | 'style' | 'aria-label' | 'role'> & {
  /** The button that opens it. It gets `aria-expanded` and `aria-controls`. */
  trigger: TriggerElement;
  /** The name of what opens, for screen readers: 'Filter calls'. */
  label: string;
  children: ReactNode;
  /** Whether it is open, where the app decides it; with `onOpenChange`. */
  open?: boolean;
  /** Open at first, where the dropdown decides it itself. */
  defaultOpen?: boolean;
  /** It opens or closes, by the trigger, by Escape, by a press outside or by the focus that leaves. */
  onOpenChange?: (open: boolean) => void;
  /** The side of the trigger; the opposite one where there is no room. */
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  /** Which edge is in line with the trigger's. It moves as far as it needs to stay in the window. */
  align?: 'start' | 'center' | 'end';
  /** Pixels; never more than the window less 16 px (spec §9). */
  maxWidth?: number;
  /** Any click inside closes it, for content that is a list of links or choices. */
  closeOnInsideClick?: boolean;
};

/**
 * Content of any kind that opens at a button: a filter, a short form, details. The focus moves in, and back when it
 * closes. The page behind stays usable. `ref`, `className` and all other attributes go to the popup.
 */
export function Dropdown({
  trigger,
  label,
  children,
  open,
  defaultOpen = false,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  maxWidth = 344,
  closeOnInsideClick = false,
  className,
  onClick,
  ...rest
}: DropdownProps) {
  const actions = useRef<Popover.Root.Actions>(null);
  return (
    <Popover.Root
      open={open}
      defaultOpen={defaultOpen}
      onOpenChange={(next) => onOpenChange?.(next)}
      actionsRef={actions}
    >
      <Popover.Trigger render={trigger} disabled={isUnavailable(trigger)} />
      <Popover.Portal>
        <Popover.Positioner
          ref={(element) => element?.style.setProperty('--popup-max-width', `${maxWidth}px`)}
          className={popup.positioner}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup
            {...rest}
            aria-label={label}
            className={classNames(popup.popup, styles.dropdown, className)}
            onClick={(event) => {
              onClick?.(event);
              if (closeOnInsideClick) actions.current?.close();
            }}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Around a button in a dropdown that also closes it, such as 'Apply'. */
export function DropdownClose({ children }: { children: TriggerElement }) {
  return <Popover.Close render={children} />;
}
