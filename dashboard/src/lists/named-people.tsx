import { Button } from '@app/ui/button';
import { useId, useRef, useState } from 'react';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { useSay } from '#page/use-say.ts';

import styles from './named-people.module.css';

/** How many are named at first, and with each press after it. */
const [first, step] = [5, 100];

interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface NamedPeopleProps {
  /** Above the list, which has it as its name. */
  title: string;
  /** How many there are. */
  total: number;
  /** The first of them, in the order of their addresses. */
  people: readonly NamedPerson[];
  /** Reads the next ones: those after an address. */
  readAfter: (email: string) => Promise<CallOutcome<readonly NamedPerson[]>>;
}

/** Whom a change concerns, by name: the first ones, and all others on demand. */
export function NamedPeople({ title, total, people, readAfter }: NamedPeopleProps) {
  const { t } = useTexts();
  const say = useSay();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState<readonly NamedPerson[]>([]);
  const read = [...people, ...more];
  const [shown, setShown] = useState(first);
  const [reading, setReading] = useState(false);
  const left = total - Math.min(shown, read.length);

  async function showMore(): Promise<void> {
    const next = shown === first ? step : shown + step;
    const last = read.at(-1);
    if (read.length < Math.min(next, total) && last) {
      setReading(true);
      const outcome = await readAfter(last.email);
      setReading(false);
      if (!outcome.ok) return say.failed(outcome.failure);
      setMore([...more, ...outcome.answer]);
    }
    setShown(next);
    // The button may be gone, and the arrow keys scroll what it showed.
    list.current?.focus();
  }

  return (
    <>
      <p id={id}>{title}</p>
      <ul ref={list} className={styles.people} tabIndex={-1} aria-labelledby={id}>
        {read.slice(0, shown).map((person) => (
          <li key={person.id}>
            {person.name !== '' && <bdi>{person.name}</bdi>} <span>{person.email}</span>
          </li>
        ))}
      </ul>
      {left > 0 && read.length > 0 && (
        <div className={content.actions}>
          <span>{t('frame.people.more', { count: left })}</span>
          <Button variant="secondary" size="xSmall" loading={reading} onClick={() => void showMore()}>
            {t('frame.people.showMore')}
          </Button>
        </div>
      )}
    </>
  );
}
