import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button, ButtonLink } from '#actions/button/button.tsx';
import { classNames } from '#class-names.ts';
import { ScreenHeading } from '#layout/screen-heading/screen-heading.tsx';

import { ErrorPageIcon, type ErrorPageKind } from './error-page-icon.tsx';
import styles from './error-page.module.css';

export type { ErrorPageKind };

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
