import {
  useId,
  useSyncExternalStore,
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';

import { classNames } from '#class-names.ts';
import { CounterBadge } from '#data/counter-badge/counter-badge.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { Tooltip } from '#overlays/tooltip/tooltip.tsx';
import { breakpoints } from '#tokens/breakpoints.ts';

import { LockIcon } from './icons.tsx';
import styles from './navigation.module.css';

export type NavControlProps = Omit<
  ComponentProps<'button'> & ComponentProps<'a'>,
  'children' | 'ref' | 'style' | 'type'
> & {
  ref?: ComponentProps<'button'>['ref'] | ComponentProps<'a'>['ref'];
  /** The text of the entry, and its name. */
  label: string;
  /** 20 px; decoration. */
  icon: ReactNode;
  /** The address of a page: the entry is a link. */
  href?: string;
  /** This is the page that is shown. */
  active?: boolean;
  /** How many things wait there, with the full text for screen readers: '12 unread messages'. */
  badge?: { count: number; label: string } | undefined;
  /** The page is not for everyone: shows a lock, and this is its spoken text: 'Only for admins'. */
  restricted?: string | undefined;
  /** Cannot be opened. It keeps the focus, so that a person learns that it exists. */
  disabled?: boolean;
  /** Why it is disabled, shown as a tooltip, also when the navigation is expanded. */
  tooltipWhenDisabled?: string | undefined;
  collapsed: boolean;
};

/** Milliseconds of hovering before the tooltip opens (spec §9). */
const hoverDelay = 500;

/** The control of a NavButton and its tooltip. Its element stays the same whatever changes, so the focus stays too. */
export function NavControl({
  label,
  tooltipWhenDisabled,
  collapsed,
  disabled = false,
  ...rest
}: NavControlProps) {
  const phone = usePhone();
  const ownId = useId();
  const id = rest.id ?? ownId;
  const reason = disabled ? tooltipWhenDisabled : undefined;
  const iconAlone = collapsed && !phone;
  return (
    <>
      <Tooltip
        id={id}
        text={iconAlone && reason ? `${label} – ${reason}` : (reason ?? label)}
        describes="name"
        delay={hoverDelay}
        side={phone ? 'top' : 'inline-end'}
        offset={8}
        disabled={!iconAlone && !reason}
      >
        <Control
          {...(rest as ControlProps)}
          label={label}
          collapsed={collapsed}
          disabled={disabled}
          reasonId={reason && `${id}-reason`}
        />
      </Tooltip>
      {reason ? (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      ) : null}
    </>
  );
}

type ControlProps = Omit<NavControlProps, 'tooltipWhenDisabled' | 'ref' | 'disabled'> & {
  ref?: never;
  disabled: boolean;
  reasonId: string | undefined;
};

type ControlFocus = FocusEvent<HTMLButtonElement & HTMLAnchorElement>;

/** Names itself, so it ignores the name that Tooltip gives: that may include the reason. */
function Control({
  label,
  icon,
  active = false,
  badge,
  restricted,
  disabled,
  collapsed,
  reasonId,
  className,
  onClick,
  onFocus,
  href,
  'aria-label': _tooltipName,
  ...rest
}: ControlProps) {
  // A badge and a lock stay visible when collapsed, so they stay in the name (WCAG 2.5.3).
  const labelIsName = collapsed && !badge && !restricted;
  const given = {
    ...rest,
    className: classNames(styles.button, className),
    'aria-label': labelIsName ? label : undefined,
    'aria-describedby': classNames(rest['aria-describedby'], reasonId),
    'aria-current': active ? ('page' as const) : rest['aria-current'],
    'aria-disabled': disabled || undefined,
    onClick: disabled ? swallow : onClick,
    onFocus: (event: ControlFocus) => {
      onFocus?.(event);
      // The browser itself does not scroll to an element of which it shows more than 32 px.
      event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
  const content = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{label}</span>
      {restricted ? (
        <span className={styles.lock}>
          <LockIcon />
          <VisuallyHidden>{restricted}</VisuallyHidden>
        </span>
      ) : null}
      {badge ? <CounterBadge {...badge} className={styles.badge} tone="strong" /> : null}
    </>
  );
  if (href === undefined)
    return (
      <button {...given} type="button">
        {content}
      </button>
    );
  // A link without an address is not followed; the role and the Tab stop keep it a link for the keyboard.
  return (
    <a {...given} {...(disabled ? { role: 'link', tabIndex: 0 } : { href })}>
      {content}
    </a>
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

const query = `(max-width: ${breakpoints.md - 0.02}px)`;

/** Whether the window is so narrow that the navigation is a bar with visible labels. False on the server. */
function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

const isPhone = () => matchMedia(query).matches;

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
