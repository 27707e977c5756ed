import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import styles from './screen-icon.module.css';

/** `done`: an action has succeeded; `mail`: an email was sent; `link`: a mailed link is invalid. */
export type ScreenIconKind = 'done' | 'mail' | 'link';

const lines = {
  done: 'm23 37 9 9 17-19',
  mail: 'M53 28.5 38.4 39a4 4 0 0 1-4.8 0L19 28.5M22 24h28a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H22a3 3 0 0 1-3-3V27a3 3 0 0 1 3-3Z',
  link: 'm34.5 26.5 4-4a7.8 7.8 0 0 1 11 11l-4 4m-8 8-4 4a7.8 7.8 0 0 1-11-11l4-4m.5-11 3 3m17 17 3 3',
} as const satisfies Record<ScreenIconKind, string>;

export type ScreenIconProps = ComponentProps<'svg'> & {
  /** What has happened: something is `done`, a `mail` was sent, or a mailed `link` is invalid. */
  kind: ScreenIconKind;
};

/**
 * An icon for the result on a screen, animated once; not with reduced motion. Decoration. Accepts every attribute of an
 * `svg`.
 */
export function ScreenIcon({ kind, className, ...rest }: ScreenIconProps) {
  return (
    <svg
      {...rest}
      className={classNames(styles.mark, className)}
      data-kind={kind}
      viewBox="0 0 72 72"
      fill="none"
      aria-hidden="true"
    >
      <circle className={styles.ground} cx="36" cy="36" r="35" />
      <path
        className={styles.line}
        d={lines[kind]}
        pathLength="1"
        stroke="currentColor"
        strokeWidth={kind === 'done' ? 4.5 : 3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
