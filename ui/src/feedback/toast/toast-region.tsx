import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import { Announcement } from './announcement.tsx';
import { ToastCard } from './toast-card.tsx';
import { isUrgent, type ToastStore } from './toast-store.ts';
import styles from './toast.module.css';
import { useHold } from './use-hold.ts';
import { useRegionFocus } from './use-region-focus.ts';

export type ToastRegionProps = {
  store: ToastStore;
  /** Name of the landmark, such as 'Notifications'. */
  label: string;
  /** Name of every close button, such as 'Close'. */
  closeLabel: string;
  placement?: 'top-end' | 'top-start' | 'bottom-end' | 'bottom-start';
  /** A class for an app that positions the region itself. */
  className?: string | undefined;
  /** The container of the region; the end of the body when omitted. */
  container?: Element;
};

const never = () => () => {};

/**
 * Shows a store's toasts accessibly. Timers pause while the pointer or the focus is inside or the page is hidden. F6
 * moves the focus in and back, Escape inside dismisses the newest, and the focus returns when the last one disappears.
 * Two permanent live regions announce the texts: politely, or assertively for `error` and `critical`. Renders nothing
 * on the server and in the first render.
 */
export function ToastRegion({
  store,
  label,
  closeLabel,
  placement = 'top-end',
  className,
  container,
}: ToastRegionProps) {
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const toasts = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1);

  const hold = useHold(store, toasts.length === 0);
  const focus = useRegionFocus(region, toasts, () => newest && store.removeToast(newest.id));
  useEffect(() => () => store.setPaused(false), [store]);

  if (!mounted) return null;
  return createPortal(
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches what happens inside, no press is meant for it */}
      <div
        ref={region}
        role="region"
        aria-label={label}
        tabIndex={-1}
        hidden={toasts.length === 0}
        className={className ? `${styles.region} ${className}` : styles.region}
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
  );
}
