import type { ReactNode } from 'react';
import type { StatusVariant } from '#icons/status-icon.tsx';
import type { CopyText } from './copy-button.tsx';

/** The content of a toast (spec §3). `message` is plain text, because it is also announced. */
export type ToastItem = {
  /** An id that is already shown updates that toast in place and restarts its timer. Generated when omitted. */
  id?: string;
  /** Omitted: the variant's icon. `false`: no icon. */
  icon?: ReactNode;
  variant?: StatusVariant;
  message: string;
  /** A second, quieter line: what else came of the same event. One event makes one toast. */
  detail?: string | undefined;
  /** What of `detail` can be copied, such as a support code: its button is at the end of the line. */
  copy?: CopyText | undefined;
  /** Takes the place of the close button; pressing it does not fire `onClick` too. */
  action?: { label: string; onClick: (dismiss: () => void) => void };
  /** Makes the whole card a button. */
  onClick?: (dismiss: () => void) => void;
  /**
   * Milliseconds until the toast disappears, if a positive finite number; any other value means never (spec §4).
   * Omitted: the store's default, and never for `error` and `critical`, which stay until they are dismissed
   * (requirements §4 "Toasts").
   */
  dismissIn?: number;
  /**
   * Shown in place of icon, message and buttons, inside the same card. `message` is still announced. Gets the function
   * that dismisses the toast and the milliseconds until it disappears, 0 for never. Its own close button is up to it;
   * Escape dismisses it too.
   */
  customComponent?: (dismiss: () => void, dismissIn: number) => ReactNode;
};

/** A toast as the region shows it. Its `dismissIn` is positive and finite, or 0 for never. `revision` grows with every update, so that a repeated text is announced again. */
export type Toast = Readonly<
  ToastItem & { id: string; variant: StatusVariant; dismissIn: number; revision: number }
>;

export type ToastStore = ReturnType<typeof createToastStore>;

/** The longest wait of `setTimeout`; more overflows its 32 bits and fires immediately (HTML, timers). */
const longestTimer = 2 ** 31 - 1;

/** Whether a toast is about an error: it is announced assertively and stays. */
export const isUrgent = (variant: StatusVariant): boolean => variant === 'error' || variant === 'critical';

/** The timer of one toast. `left` is the time that remained at `since`; without a `timer` it is paused. */
type Countdown = { left: number; since: number; timer?: ReturnType<typeof setTimeout> | undefined };

/**
 * Stores the toasts of an app and runs their timers, without DOM. `defaultDismissIn` is in milliseconds: 5000 is the
 * notification duration of spec §9.
 */
export function createToastStore({ defaultDismissIn = 5000 }: { defaultDismissIn?: number } = {}) {
  let toasts: readonly Toast[] = [];
  let paused = false;
  let count = 0;
  const countdowns = new Map<string, Countdown>();
  const listeners = new Set<() => void>();

  const defaultOf = (variant: StatusVariant): number => (isUrgent(variant) ? 0 : defaultDismissIn);

  function publish(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function run(id: string, countdown: Countdown) {
    if (paused) return;
    const slice = Math.min(countdown.left, longestTimer);
    countdown.since = performance.now();
    countdown.timer = setTimeout(() => {
      countdown.left -= slice;
      if (countdown.left > 0) run(id, countdown);
      else removeToast(id);
    }, slice);
  }

  function stop(id: string) {
    clearTimeout(countdowns.get(id)?.timer);
    countdowns.delete(id);
  }

  /** Removes a toast; an unknown id is not an error. */
  function removeToast(id: string): void {
    stop(id);
    if (toasts.some((toast) => toast.id === id)) publish(toasts.filter((toast) => toast.id !== id));
  }

  /** Shows a toast, or updates the one with the same id. Returns what removes it. */
  function showToast(item: ToastItem): () => void {
    count += 1;
    const { id = `toast-${count}`, variant = 'info' } = item;
    const asked = item.dismissIn === undefined ? defaultOf(variant) : item.dismissIn;
    const dismissIn = Number.isFinite(asked) && asked > 0 ? asked : 0;
    const toast = { ...item, id, variant, dismissIn, revision: count };
    stop(toast.id);
    if (dismissIn > 0) {
      const countdown = { left: dismissIn, since: 0 };
      countdowns.set(toast.id, countdown);
      run(toast.id, countdown);
    }
    const known = toasts.some((old) => old.id === toast.id);
    publish(known ? toasts.map((old) => (old.id === toast.id ? toast : old)) : [...toasts, toast]);
    return () => removeToast(toast.id);
  }

  /** Pauses every timer, or resumes each with its remaining time. */
  function setPaused(hold: boolean): void {
    if (hold === paused) return;
    paused = hold;
    for (const [id, countdown] of countdowns) {
      if (hold) {
        clearTimeout(countdown.timer);
        countdown.left = Math.max(1, countdown.left - (performance.now() - countdown.since));
      } else {
        run(id, countdown);
      }
    }
  }

  return {
    showToast,
    removeToast,
    setPaused,
    /** Calls the listener after every change; returns a function that stops it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The toasts, oldest first; the same array until something changes. */
    getSnapshot: (): readonly Toast[] => toasts,
  };
}
