import * as limits from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import type { ReadList } from '#screens/invitations/reading/read-list.ts';

import { BrokenRows, ListNotices } from './list-notices.tsx';
import { ColumnDialog } from './entry/column-dialog.tsx';
import { EntryForm } from './entry/entry-form.tsx';
import { RowsTable } from './rows-table/rows-table.tsx';
import { type CheckedRows, isBlank, noPerson, problemsOf, withPeople } from './invitation-rows.ts';
import type { HeldDraft } from './use-invite-draft.ts';

/** The form, the rows with what is wrong with each, and the button that sends those that are fine. */
export function Editor({
  held,
  focuses,
  onSend,
}: {
  held: HeldDraft;
  /** What gets the focus at first. */
  focuses: 'entry' | 'rows' | undefined;
  onSend: () => void;
}) {
  const { t, formats } = useTexts('invitations');
  const { entry, rows } = held.draft;
  const { change } = held;
  const [complains, setComplains] = useState(false);
  const [brokenAlone, setBrokenAlone] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const { add, told, forget, dialog } = useAdding(held);
  const { problems, hasEntry, entryProblem } = useProblems(held.draft);
  const room = Math.max(0, limits.invitedAtOnce - rows.length);
  const ready = rows.length - problems.size + (hasEntry && !entryProblem ? 1 : 0);

  useFirstFocus(focuses === 'entry' ? email : focuses === 'rows' ? table : undefined);

  function addLeftOut(emails: readonly string[]): void {
    const people = emails.map((address) => ({ ...noPerson, email: address }));
    add({ people: people.slice(0, room), isCut: people.length > room, leftOut: emails.slice(room) });
    email.current?.focus();
  }
  function addEntry(): void {
    if (!hasEntry || entryProblem) return complain();
    if (room === 0) return add({ people: [], isCut: true, leftOut: [] });
    change({ rows: withPeople(rows, [entry]), entry: noPerson });
    setComplains(false);
    forget();
  }
  function complain(): void {
    setComplains(true);
    email.current?.focus();
  }
  function send(): void {
    if (ready === 0 || entryProblem) complain();
    else onSend();
  }

  return (
    <>
      <EntryForm
        emailRef={email}
        entry={entry}
        problem={hasEntry ? entryProblem : { field: 'email', kind: 'emailMissing' }}
        complains={complains}
        room={room}
        onChange={(next) => change({ entry: next })}
        onAddEntry={addEntry}
        onAdd={add}
      />
      {dialog}
      <ListNotices told={told} onAdd={addLeftOut} />
      {problems.size > 0 && (
        <BrokenRows
          count={problems.size}
          onShow={() => {
            setBrokenAlone(true);
            table.current?.focus();
          }}
          onRemove={() => {
            change({ rows: rows.filter(({ id }) => !problems.has(id)) });
            email.current?.focus();
          }}
        />
      )}
      <div className={styles.row}>
        <Button size="small" onClick={send}>
          {ready === 0
            ? t('invitations.inviting.sendNothing')
            : t('invitations.inviting.send', { count: ready, n: formats.number(ready) })}
        </Button>
        {rows.length > 0 && (
          <ClearButton
            onClear={() => {
              change({ rows: [] });
              forget();
              email.current?.focus();
            }}
          />
        )}
      </div>
      {rows.length > 0 && (
        <RowsTable
          ref={table}
          rows={rows}
          problems={problems}
          brokenAlone={brokenAlone}
          onBrokenAlone={setBrokenAlone}
          onChange={(next) => change({ rows: next })}
        />
      )}
    </>
  );
}

/** Gives the focus to an element when the editor appears. */
function useFirstFocus(element: RefObject<HTMLElement | null> | undefined): void {
  const focus = useEffectEvent(() => element?.current?.focus());
  useEffect(() => focus(), []);
}

/** Adds lists to the rows. Of a list with several columns of addresses the person chooses one first. */
function useAdding({ read, change }: HeldDraft) {
  const [told, setTold] = useState<ReadList>();
  const [asked, setAsked] = useState<ReadList>();

  function add(list: ReadList): void {
    if (list.choices) return setAsked(list);
    change({ rows: withPeople(read().rows, list.people) });
    setTold(list);
  }
  return {
    add,
    /** The list that was added last. */
    told,
    forget: () => setTold(undefined),
    dialog: asked?.choices && (
      <ColumnDialog
        columns={asked.choices}
        onCancel={() => setAsked(undefined)}
        onChoose={({ people }) => {
          setAsked(undefined);
          add({ people, isCut: asked.isCut, leftOut: asked.leftOut });
        }}
      />
    ),
  };
}

/** What is wrong with each row, and with the person who is typed and not added yet. */
function useProblems({ rows, entry }: HeldDraft['draft']) {
  const [checked] = useState((): CheckedRows => new WeakMap());
  const problems = useMemo(() => problemsOf(rows, checked), [rows, checked]);
  const hasEntry = !isBlank(entry);
  const entryProblem = useMemo(() => {
    if (!hasEntry) return undefined;
    const all = withPeople(rows, [entry]);
    return problemsOf(all, checked).get(all.at(-1)?.id ?? 0);
  }, [rows, entry, hasEntry, checked]);
  return { problems, hasEntry, entryProblem };
}

/** Clears the list, once that was confirmed. */
function ClearButton({ onClear }: { onClear: () => void }) {
  const { t } = useTexts('invitations');
  return (
    <AlertDialog
      trigger={
        <Button variant="quiet" size="small">
          {t('invitations.inviting.rows.clear')}
        </Button>
      }
      heading={t('invitations.inviting.rows.clearTitle')}
      description={t('invitations.inviting.rows.clearText')}
      primaryAction={{ label: t('invitations.inviting.rows.clear'), onAction: onClear }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
