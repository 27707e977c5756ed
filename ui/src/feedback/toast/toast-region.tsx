import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  useCallback,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#class-names.ts';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { useAfterHydration } from '#use-after-hydration.ts';
import { ToastCard } from './toast-card.tsx';
import { isUrgent, type ToastStore } from './toast-store.ts';
import styles from './toast.module.css';
import { useRegionFocus } from './use-region-focus.ts';

export type ToastRegionProps = Omit<ComponentProps<'div'>, 'children' | 'role' | 'aria-label'> & {
  /** From `createToastStore`. */
  store: ToastStore;
  /** Name of the landmark, such as 'Notifications'. */
  label: string;
  /** Name of every close button, such as 'Close'. */
  closeLabel: string;
  /** The corner of the window in which the toasts are. */
  placement?: 'top-end' | 'top-start' | 'bottom-end' | 'bottom-start';
  /** The container of the region; the end of the body when omitted. */
  container?: Element;
};

/**
 * Shows a store's toasts accessibly. Timers pause while the pointer or the focus is inside or the page is hidden. F6
 * moves the focus in and back, Escape inside dismisses the newest, and the focus returns when the last one disappears.
 * Two permanent live regions announce the texts: politely, or assertively for `error` and `critical`. Renders nothing
 * on the server and in the first render. `ref` and all other attributes go to the region, such as a `className` of an app
 * that positions it.
 */
export function ToastRegion({
  store,
  label,
  closeLabel,
  placement = 'top-end',
  className,
  container,
  ref,
  ...rest
}: ToastRegionProps) {
  const hydrated = useAfterHydration();
  const toasts = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1);

  const hold = useHold(store, toasts.length === 0);
  const focus = useRegionFocus(region, toasts, () => newest && store.removeToast(newest.id));
  // After each render: the region does not exist in the first.
  useImperativeHandle(ref, () => region.current as HTMLDivElement);
  useEffect(() => () => store.setPaused(false), [store]);

  if (!hydrated) return null;
  // In a fragment, so that the component returns JSX: the table of props lists only such components.
  return (
    <>
      {createPortal(
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches what happens inside, no press is meant for it */}
          <div
            {...rest}
            ref={region}
            role="region"
            aria-label={label}
            tabIndex={-1}
            hidden={toasts.length === 0}
            className={classNames(styles.region, className)}
            data-placement={placement}
            onPointerEnter={() => hold('pointer', true)}
            onPointerLeave={() => hold('pointer', false)}
            onFocus={(event) => {
              hold('focus', true);
              focus.onFocus(event);
            }}
            onBlur={(event) => {
              if (event.currentTarget.contains(event.relatedTarget)) return;
              hold('focus', false);
              focus.onBlur(event);
            }}
            onKeyDown={focus.onKeyDown}
          >
            <ul className={styles.list}>
              {toasts.map((toast) => (
                <ToastCard
                  key={toast.id}
                  toast={toast}
                  closeLabel={closeLabel}
                  dismiss={() => store.removeToast(toast.id)}
                />
              ))}
            </ul>
          </div>
          {(['polite', 'assertive'] as const).map((politeness) => (
            <VisuallyHidden key={politeness} aria-live={politeness}>
              {toasts
                .filter((toast) => isUrgent(toast.variant) === (politeness === 'assertive'))
                .map((toast) => (
                  <Announcement
                    key={toast.revision}
                    text={toast.detail ? `${toast.message} ${toast.detail}` : toast.message}
                  />
                ))}
            </VisuallyHidden>
          ))}
        </>,
        container ?? document.body,
      )}
    </>
  );
}

/**
 * A text inside a live region. It is added shortly after the region, because a text that exists from the start is often
 * not announced, and removed after the announcement, so that a screen reader does not find it twice.
 */
function Announcement({ text }: { text: string }) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    const start = setTimeout(() => setSpeaking(true), 100);
    const end = setTimeout(() => setSpeaking(false), 1500);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
    };
  }, []);
  return speaking ? <span>{text} </span> : null;
}

type Reason = 'pointer' | 'focus' | 'hidden';

/**
 * Pauses the store's timers while the pointer or the focus is inside the region or the page is hidden. When the region
 * becomes empty the first two are reset, because a removed card sends no leave or blur event.
 */
function useHold(store: ToastStore, empty: boolean): (reason: Reason, holds: boolean) => void {
  const reasons = useRef(new Set<Reason>());

  const hold = useCallback(
    (reason: Reason, holds: boolean) => {
      if (holds) reasons.current.add(reason);
      else reasons.current.delete(reason);
      store.setPaused(reasons.current.size > 0);
    },
    [store],
  );

  useEffect(() => {
    const watch = () => hold('hidden', document.hidden);
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => document.removeEventListener('visibilitychange', watch);
  }, [hold]);

  useEffect(() => {
    if (!empty) return;
    hold('pointer', false);
    hold('focus', false);
  }, [hold, empty]);

  return hold;
}
