import type { ComponentProps } from 'react';

import { classNames } from '#class-names.ts';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';

import styles from './counter-badge.module.css';

export type CounterBadgeProps = Omit<ComponentProps<'span'>, 'children' | 'style'> & {
  /** How many. Shown without a fraction; nothing is shown for 0, a negative number, `NaN` and `Infinity`. */
  count: number;
  /** Above it the badge shows `99+` (spec §9). */
  maxCount?: number;
  /** The full text for screen readers, with the exact number: '250 unread messages'. */
  label: string;
  /** `quiet`: a number beside a title; `strong`: something waits for the person. */
  tone?: 'quiet' | 'strong';
};

/**
 * How many things are behind an entry, such as unread messages. `className`, `ref` and other attributes go to the root,
 * a `<span>`.
 */
export function CounterBadge({
  count,
  maxCount = 99,
  label,
  tone = 'quiet',
  className,
  ...rest
}: CounterBadgeProps) {
  const whole = Math.floor(count);
  if (!Number.isFinite(whole) || whole <= 0) return null;
  return (
    <span {...rest} className={classNames(styles.badge, className)} data-tone={tone}>
      <span aria-hidden="true">{whole > maxCount ? `${maxCount}+` : whole}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
