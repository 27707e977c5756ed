import type { TableProps } from '@app/ui/table';
import { useMemo } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

/** The words of a Table and of its pages, in the language that is shown. */
export function useTableLabels(): Required<Pick<TableProps<object>, 'labels' | 'paginationLabels'>> {
  const { t, formats } = useTexts();
  return useMemo(
    () => ({
      labels: {
        selectPage: t('frame.table.selectPage'),
        selectRow: (row: string) => t('frame.table.selectRow', { row }),
        selected: (count: number) => t('frame.table.selected', { n: formats.number(count) }),
        bulkActions: t('frame.table.bulkActions'),
        cancel: t('frame.cancel'),
        actionFailed: t('frame.table.actionFailed'),
        loading: t('frame.loading'),
        retry: t('frame.tryAgain'),
      },
      paginationLabels: {
        navigation: t('frame.pages.label'),
        previous: t('frame.pages.previous'),
        next: t('frame.pages.next'),
        page: (page: number) => t('frame.table.page', { page: formats.number(page) }),
        range: (from: number, to: number, total: number) =>
          t('frame.pages.range', {
            from: formats.number(from),
            to: formats.number(to),
            total: formats.number(total),
          }),
      },
    }),
    [t, formats],
  );
}
