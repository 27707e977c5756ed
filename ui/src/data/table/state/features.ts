import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ReactTable,
  type Row as ModelRow,
} from '@tanstack/react-table';

/** The parts of TanStack Table that a table uses; an app loads no other part. */
export const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

export type Features = typeof features;
export type Model<Row extends object> = ReactTable<Features, Row>;
export type RowOfModel<Row extends object> = ModelRow<Features, Row>;
