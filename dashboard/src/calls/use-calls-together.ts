import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

import type { CallFailure, CallOutcome } from './dashboard-client.ts';
import { CallError, readAgain } from './use-read.ts';

/**
 * Reads what several calls answer together, once for each `about`: no change reads it again. It is forgotten when the
 * component goes.
 *
 * @param about what it depends on, as JSON can say it
 * @param ask undefined: nothing is read
 */
export function useCallsTogether<Answer>(
  about: unknown,
  ask: (() => Promise<CallOutcome<Answer>>) | undefined,
): {
  readonly answer: Answer | undefined;
  readonly failure: CallFailure | undefined;
  /** Reads it again; the answer stays until the next one. */
  readonly askAgain: () => void;
} {
  const component = useId();
  const { data, error, refetch } = useQuery<Answer, CallError>({
    queryKey: [component, about],
    queryFn: async () => {
      const outcome = await ask?.();
      if (!outcome) throw new Error('nothing is asked');
      if (!outcome.ok) throw new CallError(outcome.failure);
      return outcome.answer;
    },
    enabled: ask !== undefined,
    gcTime: 0,
    staleTime: 'static',
  });
  return { answer: ask && data, failure: error?.failure, askAgain: () => void refetch() };
}

/** Reads again what is shown, after calls that were not made by `useChange`. Resolves once it is shown. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => readAgain(queries);
}
