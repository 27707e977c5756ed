import {
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  createContext,
} from 'react';

import { classNames } from '#class-names.ts';

import { MoreIcon } from './icons.tsx';
import { NavControl } from './nav-control.tsx';
import styles from './navigation.module.css';

/** Whether the navigation shows icons only. */
export const CollapsedContext = createContext(false);

export type NavMoreProps = Omit<ComponentProps<'li'>, 'style'> & {
  /** The text of the button on a phone: 'More'. */
  label: string;
  /** One of the entries inside is the page that is shown. */
  active?: boolean;
  /** How many things wait at the entries inside, with the full text for screen readers. */
  badge?: { count: number; label: string } | undefined;
};

/**
 * Entries that have no room in the bar on a phone: there they open above it, by a button at the end of the bar. In a
 * wider window they are a part of the list, as if they were not in here. Contains `NavButton` and `NavGroup`. `ref`,
 * `className` and other attributes go to the root, an `<li>`.
 */
export function NavMore({ label, active = false, badge, className, children, ...rest }: NavMoreProps) {
  const collapsed = use(CollapsedContext);
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLeave(root, open, () => setOpen(false));

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  const onClick = (event: MouseEvent) => {
    // A link is followed, and the new page is behind the entries.
    if (open && event.target instanceof Element && event.target.closest('a[href]')) close();
  };
  return (
    <li {...rest} className={classNames(styles.more, className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what the controls inside do */}
      <div ref={root} onKeyDown={onKeyDown}>
        <div className={styles.moreButton}>
          <NavControl
            ref={button}
            icon={<MoreIcon />}
            label={label}
            badge={badge}
            collapsed={collapsed}
            aria-current={active || undefined}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a link's Enter is a click, too */}
        <ul id={id} className={styles.moreEntries} data-open={open || undefined} onClick={onClick}>
          {children}
        </ul>
      </div>
    </li>
  );
}

/** Calls `onLeave` when the focus goes to, or a press is, somewhere else than in the element, as long as it is `open`. */
function useLeave(element: RefObject<Element | null>, open: boolean, onLeave: () => void): void {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    if (!open) return undefined;
    const judge = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('focusin', judge);
    document.addEventListener('pointerdown', judge);
    return () => {
      document.removeEventListener('focusin', judge);
      document.removeEventListener('pointerdown', judge);
    };
  }, [element, open]);
}
