import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { useId, useRef, useState } from 'react';

import { useCalls } from '#calls/calls-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { useSay } from '#page/use-say.ts';

import type { PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import styles from '#screens/single-sign-on/single-sign-on.module.css';

const { readPolicyEffect } = singleSignOnEndpoints;

/** How many are named at first, and with each press after it. */
const [first, step] = [5, 100];

/** Who could no longer log in, by name: the first ones, and all others on demand. */
export function OutsidePeople({
  effect: { outsideDomains, outsidePeople = [] },
  keeper,
}: {
  effect: PolicyEffect;
  keeper: string | null;
}) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { client } = useCalls();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState<typeof outsidePeople>([]);
  const read = [...outsidePeople, ...more];
  const [shown, setShown] = useState(first);
  const [reading, setReading] = useState(false);
  const left = outsideDomains - Math.min(shown, read.length);

  async function showMore(): Promise<void> {
    const next = shown === first ? step : shown + step;
    const last = read.at(-1);
    if (read.length < Math.min(next, outsideDomains) && last) {
      setReading(true);
      const query = { outsideAfter: last.email, ...(keeper !== null && { breakGlassUserId: keeper }) };
      const outcome = await client.call(readPolicyEffect, { query });
      setReading(false);
      if (!outcome.ok) return say.failed(outcome.failure);
      setMore([...more, ...(outcome.answer.outsidePeople ?? [])]);
    }
    setShown(next);
    // The button may be gone, and the arrow keys scroll what it showed.
    list.current?.focus();
  }

  if (outsideDomains === 0) return null;
  return (
    <Banner variant="critical">
      <p id={id}>{t('single-sign-on.require.outside', { count: outsideDomains })}</p>
      <ul ref={list} className={styles.people} tabIndex={-1} aria-labelledby={id}>
        {read.slice(0, shown).map((person) => (
          <li key={person.id}>
            {person.name !== '' && <bdi>{person.name}</bdi>} <span>{person.email}</span>
          </li>
        ))}
      </ul>
      {left > 0 && read.length > 0 && (
        <div className={content.actions}>
          <span>{t('single-sign-on.require.more', { count: left })}</span>
          <Button variant="secondary" size="xSmall" loading={reading} onClick={() => void showMore()}>
            {t('single-sign-on.require.showMore')}
          </Button>
        </div>
      )}
    </Banner>
  );
}
