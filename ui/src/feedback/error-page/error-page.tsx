import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button, ButtonLink } from '#actions/button/button.tsx';
import { classNames } from '#class-names.ts';
import { ScreenHeading } from '#layout/screen-heading/screen-heading.tsx';

import styles from './error-page.module.css';

export type ErrorPageProps = Omit<ComponentProps<'div'>, 'children' | 'style'> & {
  /** `not-found`: there is no such page; `router-error`: going to a page failed; `unknown`: anything else (spec §2). */
  kind: ErrorPageKind;
  /** What happened: the only `h1`. It gets the focus on arrival, so that a screen reader reads it. */
  heading: ReactNode;
  /** What the person can do about it. */
  text?: ReactNode;
  /** The one way out: a link, or a button that repeats what failed. */
  action: { label: string; href: string } | { label: string; onClick: () => void };
};

/**
 * A page in place of the one that failed. Use a link as the action where the app itself may be broken: a page load can
 * recover from an error in the app. `className`, `ref` and other attributes go to the root, a `<div>`.
 */
export function ErrorPage({ kind, heading, text, action, className, ...rest }: ErrorPageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => top.current?.focus(), [kind]);
  return (
    <div {...rest} className={classNames(styles.page, className)} data-kind={kind}>
      <ErrorPageIcon kind={kind} />
      <ScreenHeading ref={top} lead={text}>
        {heading}
      </ScreenHeading>
      {'href' in action ? (
        <ButtonLink block href={action.href}>
          {action.label}
        </ButtonLink>
      ) : (
        <Button block onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** The generic error pages (spec §2). */
export type ErrorPageKind = 'not-found' | 'router-error' | 'unknown';

/** A page that a magnifying glass does not find; a way that ends; a warning. */
const lines: Record<ErrorPageKind, string> = {
  'not-found':
    'M33.5 46a12.5 12.5 0 1 0 0-25 12.5 12.5 0 0 0 0 25Zm9.2-3.3L52 52M29.7 29.7l7.6 7.6m0-7.6-7.6 7.6',
  'router-error':
    'M24 51.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm24-22a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM27.3 43.7l5-4.6m7.4-6.2 5-4.6M30 31.500l2.600 3m9.400 6 2.600 3',
  unknown: 'M36 20.500 54 51H18ZM36 32v8.500M36 45.200v.1',
};

/** What kind of error it is, as a picture; decoration. */
function ErrorPageIcon({ kind }: { kind: ErrorPageKind }) {
  return (
    <svg className={styles.icon} viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={styles.ground} cx="36" cy="36" r="35" />
      <path
        d={lines[kind]}
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
