import { seconds } from '@app/contract/fields/durations.ts';
import type { ServiceHealth } from '@app/contract/calls/service-health.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

import { checkServiceHealth } from '#auth/service-status.ts';

/** Between two checks while somebody is looking. */
const every = seconds(15);

export interface HealthInView {
  /** The last answer. */
  readonly health: ServiceHealth | undefined;
  /** Why the last check brought none. */
  readonly failure: Failure | undefined;
  /** Whether a check that somebody asked for is under way. */
  readonly busy: boolean;
  readonly check: () => void;
}

/** The health of the services: at once, every 15 seconds while the page is seen, and when it is asked for. */
export function useServiceHealth(authUrl: string): HealthInView {
  const [found, setFound] = useState<{ health?: ServiceHealth; failure?: Failure }>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // A page that the back/forward cache restores begins again: what it showed is as old as the visit elsewhere.
  const [restores, setRestores] = useState(0);

  const look = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      if (running.current) return;
      running.current = true;
      const outcome = await checkServiceHealth(authUrl, signal);
      running.current = false;
      if (signal?.aborted) return;
      setFound((before) =>
        outcome.ok ? { health: outcome.answer } : { ...before, failure: outcome.failure },
      );
    },
    [authUrl],
  );

  useEffect(() => {
    const left = new AbortController();
    const seen = (): void => {
      if (!document.hidden) void look(left.signal);
    };
    seen();
    const timer = setInterval(seen, every);
    document.addEventListener('visibilitychange', seen);
    return () => {
      left.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      running.current = false;
    };
  }, [look, restores]);

  useEffect(() => {
    const restored = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      setFound({});
      setRestores((before) => before + 1);
    };
    addEventListener('pageshow', restored);
    return () => removeEventListener('pageshow', restored);
  }, []);

  return {
    ...found,
    health: found.health,
    failure: found.failure,
    busy,
    check: () => {
      setBusy(true);
      void look().finally(() => setBusy(false));
    },
  };
}
