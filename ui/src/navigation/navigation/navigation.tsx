import { use, useId, useState, type ComponentProps, type ReactNode } from 'react';

import '#tokens/z-index.css';
import { classNames } from '#class-names.ts';

import { CollapsedContext } from './nav-more.tsx';
import { CollapseIcon } from './icons.tsx';
import { NavControl, type NavControlProps } from './nav-control.tsx';
import styles from './navigation.module.css';

export { NavMore, type NavMoreProps } from './nav-more.tsx';

export type NavigationProps = Omit<ComponentProps<'nav'>, 'style'> & {
  /** The name of the navigation for screen readers: 'Main'. */
  label: string;
  /** The texts of the button that changes the width. */
  toggleLabels: { collapse: string; expand: string };
  /** Controlled: whether only icons are shown. */
  collapsed?: boolean;
  /** Uncontrolled: whether only icons are shown at first. */
  defaultCollapsed?: boolean;
  /** The person pressed the toggle; gets the new state. */
  onCollapsedChange?: (collapsed: boolean) => void;
  /** Above the entries, such as a logo; 48 px high. Not shown on a phone. */
  header?: ReactNode;
  /** In place of `header` when collapsed: 48 px wide. */
  collapsedHeader?: ReactNode;
};

/**
 * The pages of an app, beside the content: 224 px wide entries, or 48 px when collapsed to icons (spec §9). Below 768
 * px it is a bar at the bottom of the window that scrolls sideways. Contains `NavButton`, `NavGroup` and `NavMore`.
 * `ref`, `className` and other attributes go to the root, a `<nav>`.
 */
export function Navigation({
  label,
  toggleLabels,
  collapsed,
  defaultCollapsed = false,
  onCollapsedChange,
  header,
  collapsedHeader,
  className,
  children,
  ...rest
}: NavigationProps) {
  const [own, setOwn] = useState(defaultCollapsed);
  const isCollapsed = collapsed ?? own;
  return (
    <nav
      {...rest}
      className={classNames(styles.navigation, className)}
      aria-label={label}
      data-collapsed={isCollapsed || undefined}
    >
      <CollapsedContext value={isCollapsed}>
        {header ? <div className={styles.header}>{isCollapsed ? collapsedHeader : header}</div> : null}
        <ul className={styles.entries}>{children}</ul>
        <ul className={styles.toggle}>
          <NavButton
            icon={<CollapseIcon />}
            label={isCollapsed ? toggleLabels.expand : toggleLabels.collapse}
            onClick={() => {
              setOwn(!isCollapsed);
              onCollapsedChange?.(!isCollapsed);
            }}
          />
        </ul>
      </CollapsedContext>
    </nav>
  );
}

export type NavGroupProps = Omit<ComponentProps<'li'>, 'style'> & {
  /** The heading of the group. Collapsed, it is a line, and only screen readers read it. */
  heading: string;
};

/** Entries that belong together, under a heading. `ref`, `className` and other attributes go to the root, an `<li>`. */
export function NavGroup({ heading, className, children, ...rest }: NavGroupProps) {
  const id = useId();
  return (
    <li {...rest} className={classNames(styles.group, className)}>
      {/* No heading: those of the page begin with its h1. */}
      <p id={id} className={styles.heading}>
        <span className={styles.headingText}>{heading}</span>
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </li>
  );
}

export type NavButtonProps = Omit<NavControlProps, 'collapsed'>;

/**
 * One entry: a link with `href`, otherwise a button. Collapsed, its label is its name and a tooltip: after 500 ms of
 * hovering (spec §9), immediately with keyboard focus. `ref`, `className` and other attributes go to the `<a>` or
 * `<button>`.
 */
export function NavButton(props: NavButtonProps) {
  const collapsed = use(CollapsedContext);
  return (
    <li className={styles.entry}>
      <NavControl {...props} collapsed={collapsed} />
    </li>
  );
}
