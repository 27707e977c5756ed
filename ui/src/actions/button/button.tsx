import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '#feedback/spinner/spinner.tsx';
import styles from './button.module.css';

/** How a button looks, whether it is a button or a link. */
export type ButtonLook = {
  /**
   * `primary`: the one main action of a screen; `secondary`: a framed one; `quiet`: only text; `danger`: destroys
   * something, asked for in a dialog.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Heights 28, 40, 48 and 56 px (spec §9). */
  size?: 'xSmall' | 'small' | 'regular' | 'large';
  /** Fills the width of its container. */
  block?: boolean;
  /** An icon before the text; decoration. */
  icon?: ReactNode;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Work is in progress: the button keeps its width, name and focus and ignores presses. */
    loading?: boolean;
  };

/**
 * A button; `type` defaults to `button`. `disabled` and `loading` set `aria-disabled` and not the `disabled` attribute,
 * so a button that becomes unavailable keeps the focus. Presses and the form's submit by Enter are then ignored, so a
 * double submit is impossible. `ref` and all other attributes go to the `<button>`.
 */
export function Button({
  loading = false,
  disabled = false,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const { variant, size, block, icon, children, className, ...rest } = props;
  // Some wrappers, such as a trigger of Base UI, say it by the attribute.
  const unavailable = loading || disabled || rest['aria-disabled'] === true;
  return (
    <button
      {...rest}
      {...look({ variant, size, block }, className)}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? swallow : onClick}
    >
      <Content icon={icon}>{children}</Content>
      {loading ? (
        <span className={styles.busy}>
          <Spinner />
        </span>
      ) : null}
    </button>
  );
}

/** A link that looks like a button. It opens an address, so it is an `<a>`; `ref` and all other attributes go to it. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  children,
  className,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} {...look({ variant, size, block }, className)}>
      <Content icon={icon}>{children}</Content>
    </a>
  );
}

function Content({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.content}>
      {icon}
      {children}
    </span>
  );
}

/** Preventing the click's default also stops the submit: Enter in a field clicks the form's first submit button. */
function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

type Given<T> = { [K in keyof T]: T[K] | undefined };

function look({ variant = 'primary', size = 'regular', block }: Given<ButtonLook>, className?: string) {
  return {
    className: className ? `${styles.button} ${className}` : styles.button,
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
}
