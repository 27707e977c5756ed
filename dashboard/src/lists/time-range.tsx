import { days } from '@app/contract/fields/durations.ts';
import { NativeSelect } from '@app/ui/native-select';

import { useTexts } from '#i18n/use-texts.ts';
import { useAppearedAt } from '#session/use-session.ts';

const words = { '1': 'frame.times.day', '7': 'frame.times.week', '30': 'frame.times.month' } as const;
/** The days that a log can be narrowed to, as its address has them. */
export const timeRanges = ['1', '7', '30'] as const;
type TimeRange = (typeof timeRanges)[number];

/** Chooses how far back a log is shown. */
export function TimeRangeSelect({
  value,
  onChange,
  anyTime,
}: {
  value: TimeRange | undefined;
  onChange: (range: TimeRange | undefined) => void;
  /** Names the choice of all that the log has. */
  anyTime: string;
}) {
  const { t } = useTexts();
  return (
    <NativeSelect
      label={t('frame.times.label')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(timeRanges.find((each) => each === currentTarget.value))}
      options={[
        { value: '', label: anyTime },
        ...timeRanges.map((range) => ({ value: range, label: t(words[range]) })),
      ]}
    />
  );
}

/**
 * The query of a log with the time in place of the number of days. It counts from when the screen was opened: a list that
 * began a moment later in each render would be read without end.
 */
export function useTimeQuery<Query extends { readonly range?: TimeRange }>({
  range,
  ...asked
}: Query): Omit<Query, 'range'> & { readonly from?: string } {
  const opened = useAppearedAt();
  return { ...asked, ...(range !== undefined && { from: String(opened - days(Number(range))) }) };
}
