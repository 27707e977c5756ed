import { Table, type Column } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import { dayWords, parts, partWords, type DayOfSignIns } from './days-of.ts';

/** The figures of the plot, latest first. */
export function PlotTable({ days }: { days: readonly DayOfSignIns[] }) {
  const { t, formats } = useTexts('overview');
  const columns = useMemo(
    (): Column<DayOfSignIns>[] => [
      {
        id: 'day',
        label: t('overview.plot.day'),
        sortable: false,
        renderer: (day) => dayWords(day, formats.date),
      },
      ...([...parts, 'challenged'] as const).map((part): Column<DayOfSignIns> => ({
        id: part,
        label: t(partWords(part)),
        sortable: false,
        textAlign: 'end',
        renderer: (day) => formats.number(day[part]),
      })),
    ],
    [t, formats],
  );
  return (
    <Table
      caption={t('overview.plot.title')}
      identifier="day"
      data={days.toReversed()}
      columns={columns}
      pageSize={Infinity}
    />
  );
}
