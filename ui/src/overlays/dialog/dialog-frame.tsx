import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ComponentProps, type MouseEvent, type ReactNode, type RefObject } from 'react';

import '#tokens/overlays.css';
import '#tokens/z-index.css';
import { Button } from '#actions/button/button.tsx';
import { IconButton } from '#actions/icon-button/icon-button.tsx';
import { classNames } from '#class-names.ts';
import { CloseIcon } from '#icons/icon.tsx';
import styles from './dialog.module.css';
import type { DialogAction } from './use-dialog-work.ts';

/** The buttons of the footer: the first one, at the end of the line, does the work, the second one does not. */
export type FooterButton = {
  action: DialogAction;
  variant: 'primary' | 'secondary' | 'danger';
  ref?: RefObject<HTMLButtonElement | null>;
};

type DialogFrameProps = Omit<ComponentProps<'div'>, 'style'> & {
  size: 'small' | 'regular' | 'large';
  placement?: 'center' | 'top';
  heading: ReactNode;
  description: ReactNode;
  closeLabel?: string | undefined;
  buttons: readonly FooterButton[];
  working: boolean;
  run: (action: DialogAction) => Promise<void>;
  /** Gets the focus; otherwise the first field, or the dialog where it has no field. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
};

/** What is on the screen while a dialog is open: the backdrop and the popup with header, body and footer. */
export function DialogFrame({
  size,
  placement,
  heading,
  description,
  closeLabel,
  buttons,
  working,
  run,
  initialFocus,
  className,
  children,
  ...rest
}: DialogFrameProps) {
  const header = useRef<HTMLDivElement>(null);
  return (
    <Base.Portal className={styles.portal}>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Viewport className={styles.viewport} data-placement={placement} onMouseDown={keepFocus}>
        <Base.Popup
          {...rest}
          className={classNames(styles.dialog, className)}
          data-size={size}
          initialFocus={initialFocus ?? ((openedBy) => firstField(header.current?.parentElement, openedBy))}
          aria-busy={working || undefined}
        >
          <div ref={header} className={styles.header}>
            <div className={styles.words}>
              <Base.Title className={styles.heading}>{heading}</Base.Title>
              {description ? (
                <Base.Description className={styles.description}>{description}</Base.Description>
              ) : null}
            </div>
            {closeLabel ? (
              <Base.Close
                className={styles.close}
                disabled={working}
                render={<IconButton size="xSmall" label={closeLabel} icon={<CloseIcon />} />}
              />
            ) : null}
          </div>
          {children ? <div className={styles.body}>{children}</div> : null}
          {buttons.length > 0 ? (
            <div className={styles.footer}>
              {buttons.map(({ action, variant, ref }) => (
                <Button
                  key={variant}
                  {...(ref ? { ref } : null)}
                  size="small"
                  variant={variant}
                  {...(variant === 'secondary' ? { disabled: working } : { loading: working })}
                  {...(action.form
                    ? { type: 'submit' as const, form: action.form }
                    : { onClick: () => void run(action) })}
                >
                  {action.label}
                </Button>
              ))}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  );
}

/** A press beside a dialog that stays open leaves the focus where it is: in an alert on the safe answer. */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault();
}

const field = ':is(input, select, textarea):not([type=hidden], [tabindex="-1"], :disabled)';

/** A field opens the keyboard of a touch screen over half of the dialog: there the person taps it first. */
function firstField(popup: HTMLElement | null | undefined, openedBy: string) {
  const first = openedBy === 'touch' ? null : popup?.querySelector<HTMLElement>(field);
  return first ?? popup ?? true;
}
