import { useState } from 'react';

import { readDraft, writeDraft } from '#session/drafts.ts';
import { usePerson } from '#session/use-session.ts';

export interface Draft<Value> {
  readonly value: Value;
  /** Sets and stores what the person has typed. */
  readonly set: (value: Value) => void;
  /** Removes it, once it was sent or is not wanted: the value is the first one again. */
  readonly clear: () => void;
}

/**
 * What a person types into a form, kept in this tab until it is sent: it survives a reload and the end of the session.
 * Never for a password.
 *
 * @param name unique among the forms, such as `invite`
 * @param initial the value without a draft
 * @param isValue whether what was stored still has the form of a value
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  isValue: (stored: unknown) => stored is Value,
): Draft<Value> {
  const { userId } = usePerson();
  const [value, setValue] = useState<Value>(() => {
    const stored = readDraft(userId, name);
    return isValue(stored) ? stored : initial;
  });
  return {
    value,
    set(next) {
      setValue(next);
      writeDraft(userId, name, next);
    },
    clear() {
      setValue(initial);
      writeDraft(userId, name, undefined);
    },
  };
}
