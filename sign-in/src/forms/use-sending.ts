/** Sending a form: one at a time, and what the last one met stays above it, with the focus, until the next. */
import { useEffect, useRef, useState, type RefObject } from 'react';

import type { TextKey } from '#i18n/text-key.ts';

/** What stands above a form that was refused. */
export interface FormError {
  readonly words: TextKey;
  /** Seconds until another try makes sense (`Retry-After`). */
  readonly wait?: number | undefined;
}

export interface Sending {
  readonly busy: boolean;
  readonly error: FormError | null;
  /** For the alert. */
  readonly alert: RefObject<HTMLDivElement | null>;
  /** Runs, unless it is running already. What comes back is said above the form; null where the fields say it. */
  readonly send: (work: () => Promise<FormError | null>) => Promise<void>;
}

/** @param posted what a post without script met: the page opens with it, and with the focus on it */
export function useSending(posted: FormError | null = null): Sending {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(posted);
  // Counted, so that the same words again are focused, and so read out, again.
  const [refusals, setRefusals] = useState(posted ? 1 : 0);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);

  useEffect(() => {
    if (refusals > 0) alert.current?.focus();
  }, [refusals]);

  async function send(work: () => Promise<FormError | null>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    const refused = await work().finally(() => {
      running.current = false;
      setBusy(false);
    });
    setError(refused);
    if (refused) setRefusals((count) => count + 1);
  }

  return { busy, error, alert, send };
}
