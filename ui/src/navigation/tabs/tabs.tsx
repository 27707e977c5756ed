import { Tabs as Base } from '@base-ui/react/tabs';
import {
  createContext,
  use,
  useEffect,
  useState,
  type ComponentProps,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';

import { classNames } from '#class-names.ts';

import styles from './tabs.module.css';

type Activation = 'manual' | 'automatic';

/** Which tab is active is either the app's state or the component's, never both (spec §4). */
type ActiveTab =
  | {
      /** Controlled: the id of the active tab. An unknown id selects no tab. */
      activeTabId: string;
      defaultActiveTabId?: never;
      /** The id of the tab that the person activated. */
      onChange: (id: string) => void;
    }
  | {
      activeTabId?: never;
      /** Uncontrolled: the id of the tab that is active at first. Without it, the first tab that is not disabled. */
      defaultActiveTabId?: string;
      onChange?: (id: string) => void;
    };

export type TabsProps = Omit<ComponentProps<'div'>, 'onChange' | 'defaultValue' | 'style'> & {
  /** `vertical`: the tabs are in a column, and Up and Down move between them. */
  orientation?: 'horizontal' | 'vertical';
  /** `manual`: Enter or Space activates the tab that has the focus. `automatic`: a tab is active as soon as it has it. */
  activation?: Activation;
} & ActiveTab;

const ActivationContext = createContext<Activation>('manual');

/**
 * Parts of one page, of which one is shown at a time. Contains a `TabList` with a `Tab` for each `TabPanel`. Arrow keys
 * move the focus with wrap-around (spec §4); Home and End go to the ends. `ref`,
 * `className` and other attributes go to the root, a `<div>`.
 */
export function Tabs({
  activeTabId,
  defaultActiveTabId,
  onChange,
  orientation = 'horizontal',
  activation = 'manual',
  className,
  ...rest
}: TabsProps) {
  useModeCheck({ activeTabId, defaultActiveTabId, onChange });
  return (
    <ActivationContext value={activation}>
      <Base.Root
        {...rest}
        className={classNames(styles.tabs, className)}
        orientation={orientation}
        value={activeTabId}
        defaultValue={activeTabId === undefined ? defaultActiveTabId : undefined}
        onValueChange={(id: string | null, { reason }) => {
          // The first choice of the component itself is not a change.
          if (id !== null && reason !== 'initial') onChange?.(id);
        }}
      />
    </ActivationContext>
  );
}

export type TabListProps = Omit<ComponentProps<'div'>, 'style'> & {
  /** The name of the list for screen readers: what the tabs are parts of. */
  label: string;
  /** `auto`: a tab is as wide as its text. `evenly-sized`: all tabs have the same width and fill the list. */
  variant?: 'auto' | 'evenly-sized';
};

/**
 * The list of tabs, one Tab stop. Where the tabs do not fit it scrolls sideways, with the active tab in view. `ref`,
 * `className` and other attributes go to the element with the role `tablist`.
 */
export function TabList({ label, variant = 'auto', className, children, ...rest }: TabListProps) {
  const activation = use(ActivationContext);
  return (
    <Base.List
      {...rest}
      className={classNames(styles.list, className)}
      aria-label={label}
      activateOnFocus={activation === 'automatic'}
      data-variant={variant}
    >
      {children}
      <Base.Indicator className={styles.indicator} />
    </Base.List>
  );
}

export type TabProps = Omit<ComponentProps<'button'>, 'id' | 'value' | 'style'> & {
  /** Names the tab and its panel inside these Tabs. It is not the `id` attribute, so two Tabs may use the same ids. */
  id: string;
  /** Cannot be activated. It keeps its place in the order of the arrow keys, so that a screen reader finds it. */
  disabled?: boolean;
};

/** One tab: text, with an icon or a CounterBadge if needed. `ref`, `className` and other attributes go to the `<button>`. */
export function Tab({ id, className, ...rest }: TabProps) {
  return (
    <Base.Tab
      {...rest}
      className={classNames(styles.tab, className)}
      value={id}
      render={(props, { active }) => <ScrolledTab {...props} active={active} />}
    />
  );
}

export type TabPanelProps = Omit<ComponentProps<'div'>, 'id' | 'style'> & {
  /** The `id` of its tab. */
  id: string;
  /** Once shown, the content stays mounted while another tab is active, and so keeps its state. */
  keepMounted?: boolean;
};

/**
 * What a tab shows. The panel itself is always in the page, so that `aria-controls` leads to it; its content is mounted
 * while its tab is active. `ref`, `className` and other attributes go to the element with the role `tabpanel`.
 */
export function TabPanel({ id, keepMounted = false, className, children, ...rest }: TabPanelProps) {
  return (
    <Base.Panel
      {...rest}
      className={classNames(styles.panel, className)}
      value={id}
      keepMounted
      render={(props, { hidden }) => (
        <div {...props}>
          <PanelContent active={!hidden} keepMounted={keepMounted}>
            {children}
          </PanelContent>
        </div>
      )}
    />
  );
}

/** Reports wrong use to the developer; TypeScript refuses the same. */
function useModeCheck({
  activeTabId,
  defaultActiveTabId,
  onChange,
}: Partial<Record<keyof ActiveTab, unknown>>) {
  const controlled = activeTabId !== undefined;
  const [wasControlled] = useState(controlled);
  if (controlled !== wasControlled)
    throw new Error(
      'Tabs cannot change between activeTabId (controlled) and defaultActiveTabId (uncontrolled).',
    );
  if (controlled && !onChange) throw new Error('Tabs with activeTabId (controlled) needs onChange.');
  const both = controlled && defaultActiveTabId !== undefined;
  useEffect(() => {
    if (both)
      console.warn(
        'Tabs: pass activeTabId (controlled) or defaultActiveTabId (uncontrolled), not both. activeTabId is used.',
      );
  }, [both]);
}

/** Mounts the content of a panel when its tab is active, and keeps it afterwards with `keepMounted`. */
function PanelContent({
  active,
  keepMounted,
  children,
}: {
  active: boolean;
  keepMounted: boolean;
  children: ReactNode;
}) {
  const [shownBefore, setShownBefore] = useState(active);
  if (active && !shownBefore) setShownBefore(true);
  return active || (keepMounted && shownBefore) ? children : null;
}

/**
 * The button of a tab. When it becomes active, its list scrolls sideways until the tab is in view. The page does not
 * scroll, which `scrollIntoView` would do for a list below the fold.
 */
function ScrolledTab({ active, ref, ...rest }: ComponentProps<'button'> & { active: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const behavior = isFirst.current ? 'instant' : 'auto';
    isFirst.current = false;
    const list = button.current?.closest('[role="tablist"]');
    if (!active || !button.current || !list) return;
    const tab = button.current.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    // A part of the next tab stays visible, which shows that there are more.
    const peek = 32;
    const before = Math.min(0, tab.left - peek - view.left);
    const after = Math.max(0, tab.right + peek - view.right);
    if (before + after !== 0) list.scrollBy({ left: before || after, behavior });
  }, [active]);

  return (
    <button
      {...rest}
      ref={(element) => {
        button.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
    />
  );
}
