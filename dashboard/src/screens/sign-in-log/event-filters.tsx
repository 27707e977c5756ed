import {
  eventOutcomes,
  eventTypes,
  type EventOutcome,
  type EventType,
  type SignInEvent,
} from '@app/contract/dashboard/sign-in-log.ts';
import { Button } from '@app/ui/button';
import { NativeSelect } from '@app/ui/native-select';
import { CloseIcon } from '@app/ui/icons/icon';
import { parseSupportCode } from '@app/contract/fields/typed-support-code.ts';
import { useEffect, useRef, useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { TimeRangeSelect, type timeRanges } from '#lists/time-range.tsx';
import { ToolbarField } from '#lists/toolbar-field.tsx';

import styles from './sign-in-log.module.css';

interface Chosen {
  readonly outcome?: EventOutcome;
  readonly type?: EventType;
  readonly range?: (typeof timeRanges)[number];
  readonly userId?: string;
}

/** The part of the list's address that the filters change. */
interface FilterAddress {
  readonly filters: Chosen;
  readonly setFilter: (name: 'outcome' | 'type' | 'range' | 'userId', value: undefined) => void;
}

/** Result, type and time; and, for the events of one person, that person as a button that removes the filter. */
export function EventFilters({ address, items }: { address: FilterAddress; items: readonly SignInEvent[] }) {
  const { t } = useTexts('sign-in-log');
  const { filters } = address;
  const set = (name: 'outcome' | 'type' | 'range', value: string): void =>
    // The options are the allowed values.
    address.setFilter(name, (value === '' ? undefined : value) as undefined);
  const person = items.find(({ userId }) => userId === filters.userId);
  return (
    <>
      <NativeSelect
        label={t('sign-in-log.filters.outcome')}
        value={filters.outcome ?? ''}
        onChange={(event) => set('outcome', event.currentTarget.value)}
        options={[
          { value: '', label: t('sign-in-log.filters.anyOutcome') },
          ...eventOutcomes.map((value) => ({ value, label: t(`frame.outcomes.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('sign-in-log.filters.type')}
        value={filters.type ?? ''}
        onChange={(event) => set('type', event.currentTarget.value)}
        options={[
          { value: '', label: t('sign-in-log.filters.anyType') },
          ...eventTypes.map((value) => ({ value, label: t(`frame.events.${value}`) })),
        ]}
      />
      <TimeRangeSelect
        value={filters.range}
        onChange={(range) => set('range', range ?? '')}
        anyTime={t('sign-in-log.filters.anyTime')}
      />
      {filters.userId !== undefined && (
        <Button
          variant="secondary"
          size="small"
          icon={<CloseIcon />}
          onClick={() => address.setFilter('userId', undefined)}
        >
          {t('sign-in-log.filters.person', { person: person?.name ?? person?.email ?? '…' })}
        </Button>
      )}
    </>
  );
}

/** Takes a support code as it was read aloud, and looks it up as soon as it is whole. Empty: every event. */
export function SupportCodeField({
  value,
  onChange,
}: {
  value: string;
  onChange: (code: string | undefined) => void;
}) {
  const { t } = useTexts('sign-in-log');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The field holds what is typed; the address can change it, too.
  useEffect(() => {
    const input = field.current;
    if (input && (parseSupportCode(input.value) ?? '') !== value) input.value = value;
  }, [value]);

  function look(text: string): void {
    setInvalid(false);
    const code = parseSupportCode(text);
    if (code !== undefined && code !== value) onChange(code);
    else if (text.trim() === '' && value !== '') onChange(undefined);
  }

  return (
    <ToolbarField
      className={styles.code}
      label={t('sign-in-log.code.label')}
      placeholder={t('sign-in-log.code.label')}
      maxLength={40}
      ref={field}
      defaultValue={value}
      {...(isInvalid && { error: t('sign-in-log.code.invalid') })}
      onChange={(event) => look(event.currentTarget.value)}
      onBlur={({ currentTarget: { value: typed } }) =>
        setInvalid(typed.trim() !== '' && parseSupportCode(typed) === undefined)
      }
    />
  );
}
