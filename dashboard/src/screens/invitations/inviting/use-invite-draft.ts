import { useEffect, useRef, useState } from 'react';

import { readDraft, writeDraft } from '#session/drafts.ts';
import { usePerson } from '#session/use-session.ts';

import { draftName, draftOf, emptyDraft, type InviteDraft } from './invite-draft.ts';
import { isDone } from './invitation-batch.ts';

/** Milliseconds: ten thousand rows are not written to the storage at every letter. */
const storeWait = 300;

export interface HeldDraft {
  readonly draft: InviteDraft;
  /** The draft as it is now, for what began in an earlier render. */
  readonly read: () => InviteDraft;
  readonly change: (changes: Partial<InviteDraft>) => void;
  /** The same, stored immediately: what was sent must be known after a reload. */
  readonly changeNow: (changes: Partial<InviteDraft>) => void;
}

/** A new visit shows no report of an earlier one; rows that were not sent are still here. */
function reopened(draft: InviteDraft): InviteDraft {
  return draft.batch && isDone(draft.batch) ? { ...draft, batch: undefined } : draft;
}

/** What is typed and sent, kept in this tab while the report is shown. */
export function useInviteDraft(): HeldDraft {
  const { userId } = usePerson();
  const [draft, setDraft] = useState(() => reopened(draftOf(readDraft(userId, draftName))));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function store(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    const held = latest.current;
    const isEmpty = JSON.stringify(held.entry) === JSON.stringify(emptyDraft.entry) && held.rows.length === 0;
    writeDraft(userId, draftName, isEmpty && held.batch === undefined ? undefined : held);
  }
  const storeLatest = useRef(store);
  useEffect(() => {
    storeLatest.current = store;
  });
  useEffect(() => {
    const flush = (): void => {
      if (timer.current !== undefined) storeLatest.current();
    };
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  function change(changes: Partial<InviteDraft>): void {
    latest.current = { ...latest.current, ...changes };
    setDraft(latest.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => storeLatest.current(), storeWait);
  }

  return {
    draft,
    read: () => latest.current,
    change,
    changeNow(changes) {
      change(changes);
      store();
    },
  };
}
