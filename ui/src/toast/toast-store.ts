import type { ReactNode } from 'react';
import type { StatusVariant } from '#icons/status-icon.tsx';

/** What is shown (spec §3). `message` is plain text, because it is also read out. */
export type ToastItem = {
  /** Showing an id that is already there updates that toast in place and restarts its timer. Made up when left out. */
  id?: string;
  /** Left out: the variant's icon. `false`: none. */
  icon?: ReactNode;
  variant?: StatusVariant;
  message: string;
  /** Takes the place of the close button; pressing it does not fire `onClick` too. */
  /** A second, quieter line: what else came of the same event. One event makes one toast. */
  detail?: string | undefined;
  action?: { label: string; onClick: (dismiss: () => void) => void };
  onClick?: (dismiss: () => void) => void;
  /**
   * Milliseconds until it leaves by itself, when a positive finite number; 0, negative, NaN, infinite and what is no
   * number mean never (spec §4). Left out: the store's default, and never for `error` and `critical`, which stay until
   * somebody dismisses them (requirements §4 "Toasts").
   */
  dismissIn?: number;
};

/** A toast as the region shows it. `revision` grows with every update, so that a repeated text is read out again. */
export type Toast = Readonly<ToastItem & { id: string; variant: StatusVariant; revision: number }>;

export type ToastStore = ReturnType<typeof createToastStore>;

/** The longest wait that `setTimeout` keeps; more overflows its 32 bits and fires at once (HTML, timers). */
const longestTimer = 2 ** 31 - 1;

/** Whether a message has gone wrong for somebody: it is read out at once, and stays. */
export const isUrgent = (variant: StatusVariant): boolean => variant === 'error' || variant === 'critical';

/** The clock of one toast. `left` is what remained at `since`; without a `timer` it stands still. */
type Countdown = { left: number; since: number; timer?: ReturnType<typeof setTimeout> | undefined };

/**
 * The toasts of an app and their timers, without a line of DOM. `defaultDismissIn` in milliseconds: 5000 is the
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

  /** Takes a toast away; an id that is not there is no error. */
  function removeToast(id: string): void {
    stop(id);
    if (toasts.some((toast) => toast.id === id)) publish(toasts.filter((toast) => toast.id !== id));
  }

  /** Shows a toast, or updates the one with the same id. Returns what removes it. */
  function showToast(item: ToastItem): () => void {
    count += 1;
    const toast = {
      ...item,
      id: item.id ?? `toast-${count}`,
      variant: item.variant ?? 'info',
      revision: count,
    };
    stop(toast.id);
    const left = item.dismissIn === undefined ? defaultOf(toast.variant) : item.dismissIn;
    if (Number.isFinite(left) && left > 0) {
      const countdown = { left, since: 0 };
      countdowns.set(toast.id, countdown);
      run(toast.id, countdown);
    }
    const known = toasts.some(({ id }) => id === toast.id);
    publish(known ? toasts.map((old) => (old.id === toast.id ? toast : old)) : [...toasts, toast]);
    return () => removeToast(toast.id);
  }

  /** Holds every timer, or lets each go on with the time that it had left. */
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
    /** Calls back after every change; returns what ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The toasts, oldest first; the same array until something changes. */
    getSnapshot: (): readonly Toast[] => toasts,
  };
}
