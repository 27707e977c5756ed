import type { AnswerOf, Endpoint, InputOf } from '@app/contract/calls/endpoint.ts';
import { randomId } from '@app/session/calls/client.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { CallFailure, CallOutcome } from './dashboard-client.ts';
import { useCalls } from './calls-context.tsx';
import { readAgain, readKey } from './use-read.ts';

export interface Changing<Entry extends Endpoint> {
  /**
   * Makes the call. Never rejects.
   *
   * @param idempotencyKey of an attempt that outlives the page; made for this page when omitted
   */
  readonly change: (input: InputOf<Entry>, idempotencyKey?: string) => Promise<CallOutcome<AnswerOf<Entry>>>;
  /** The call is under way. */
  readonly running: boolean;
  /** Why the last call failed; undefined once the next one begins. */
  readonly failure: CallFailure | undefined;
}

export interface ChangeOptions {
  /** The calls whose answers may differ afterwards; all of them when omitted. */
  readonly changes?: readonly Endpoint[];
}

/** Failures that leave open whether the service has made the change. */
const isOpen = ({ kind }: CallFailure): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'unknown';

/**
 * Makes a call that changes something, then reads again what it may have changed. An attempt whose answer was lost has
 * the same Idempotency-Key when it is tried again with the same input, so nothing happens twice.
 */
export function useChange<Entry extends Endpoint>(
  entry: Entry,
  { changes }: ChangeOptions = {},
): Changing<Entry> {
  const { client } = useCalls();
  const queries = useQueryClient();
  const [running, setRunning] = useState(0);
  const [failure, setFailure] = useState<CallFailure>();
  const unanswered = useRef(new Map<string, string>());

  async function change(
    input: InputOf<Entry>,
    idempotencyKey?: string,
  ): Promise<CallOutcome<AnswerOf<Entry>>> {
    const asked = JSON.stringify(input);
    const key = idempotencyKey ?? unanswered.current.get(asked) ?? randomId();
    unanswered.current.set(asked, key);
    setRunning((count) => count + 1);
    setFailure(undefined);
    const outcome = await client.call(entry, input, { idempotencyKey: key });
    if (outcome.ok || !isOpen(outcome.failure)) unanswered.current.delete(asked);
    if (!outcome.ok) setFailure(outcome.failure);
    // A refusal because of someone else's change is a reason to read again, too.
    if (outcome.ok || outcome.failure.kind === 'changedMeanwhile' || outcome.failure.kind === 'notFound') {
      const keys = changes ? changes.map((each) => readKey(each)) : [[]];
      // Until what is shown has the change: the next one is made to the accounts as they are now.
      await Promise.all(keys.map((queryKey) => readAgain(queries, queryKey)));
    }
    setRunning((count) => count - 1);
    return outcome;
  }

  return { change, running: running > 0, failure };
}
