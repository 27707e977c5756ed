import { NativeSelect } from '@app/ui/native-select';

import { useTexts } from '#i18n/use-texts.ts';

const periods = ['7', '14', '30'] as const;
/** Days. */
export type Period = (typeof periods)[number];

export function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useTexts('overview');
  return (
    <NativeSelect
      label={t('overview.plot.days')}
      value={period}
      onChange={(event) => {
        const chosen = periods.find((each) => each === event.currentTarget.value);
        if (chosen) onChange(chosen);
      }}
      options={periods.map((value) => ({ value, label: t('overview.plot.last', { days: value }) }))}
    />
  );
}
