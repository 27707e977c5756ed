import { Field, useFieldControl } from '@app/ui/field';
import { RadioGroup } from '@app/ui/radio';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

import styles from './second-step.module.css';

/** How many days people have at first to set up a factor. */
const daysAtFirst = 14;

interface FactorChoiceProps {
  /** From when on a factor is required, in milliseconds since the epoch; undefined: any way proves the second step. */
  from: number | undefined;
  /** The same in the policy that is saved. */
  saved: number | undefined;
  onChange: (from: number | undefined) => void;
}

/** Chooses what proves the second step, and for the stricter choice from which day on. */
export function FactorChoice({ from, saved, onChange }: FactorChoiceProps) {
  const { t } = useTexts('second-step');
  const now = useAppearedAt();
  return (
    <div className={styles.factor}>
      <RadioGroup
        label={t('second-step.factor.label')}
        variant="card"
        value={from === undefined ? 'any' : 'required'}
        options={(['any', 'required'] as const).map((value) => ({
          value,
          label: t(`second-step.factor.choices.${value}`),
          description: t(`second-step.factor.descriptions.${value}`),
        }))}
        onChange={(value) => onChange(value === 'any' ? undefined : (saved ?? startInDays(now, daysAtFirst)))}
      />
      {from !== undefined && <FirstDay from={from} saved={saved} onChange={onChange} />}
    </div>
  );
}

function FirstDay({ from, saved, onChange }: FactorChoiceProps & { from: number }) {
  const { t, formats } = useTexts('second-step');
  const now = useAppearedAt();
  // What was typed last, and what came of it: a day that is being typed is none yet.
  const [typed, setTyped] = useState<{ day: string; from: number; saved: number | undefined }>();
  const day = typed?.from === from && typed.saved === saved ? typed.day : dayOf(from);

  /** A day that has begun means: from now on, as a day that has begun before. */
  function startFrom(chosen: string): number {
    const [start, today] = [startOf(chosen), startInDays(now, 0)];
    if (start > today) return start;
    return saved !== undefined && saved <= now ? saved : today;
  }
  function type({ value, validity }: HTMLInputElement): void {
    const next = validity.valid ? startFrom(value) : from;
    setTyped({ day: value, from: next, saved });
    if (next !== from) onChange(next);
  }

  const since = from === saved ? t('second-step.factor.since', { day: formats.date(from) }) : undefined;
  const hint = from > now ? t('second-step.factor.until') : (since ?? t('second-step.factor.now'));
  const control = useFieldControl({ hint });
  return (
    <Field controlId={control.id} label={t('second-step.factor.day')} hint={hint}>
      <input
        {...control}
        type="date"
        required
        max={lastDay}
        value={day}
        onChange={({ currentTarget }) => type(currentTarget)}
      />
    </Field>
  );
}

/** The last day that the field takes: the service knows no later year. */
const lastDay = '2099-12-31';

/** @param time milliseconds since the epoch */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
}

/** When a day begins, in milliseconds since the epoch. */
const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();

/** When the day begins that comes a number of days after a time. */
export function startInDays(time: number, number: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + number).getTime();
}
