/** The order of a table's rows (spec §3). */
export type Order = {
  /** The id of the column. */
  field: string;
  direction: 'ASC' | 'DESC';
};

/** What a missing value counts as: rows without a value are last in both directions. */
export function sortableValue(value: unknown): unknown {
  const missing =
    value === null || Number.isNaN(value) || (value instanceof Date && Number.isNaN(value.getTime()));
  return missing ? undefined : value;
}

/** Compares two values that exist: numbers, dates and flags by size, the rest as text of a language. */
export function createComparison(locale?: string): (a: unknown, b: unknown) => number {
  const collator = new Intl.Collator(locale, { numeric: true });
  return (a, b) => {
    if (hasSize(a) && hasSize(b)) return Number(a) - Number(b);
    return collator.compare(String(a), String(b));
  };
}

function hasSize(value: unknown): value is number | bigint | boolean | Date {
  return ['number', 'bigint', 'boolean'].includes(typeof value) || value instanceof Date;
}

/**
 * A sorted copy of rows, for a caller that sorts them itself. Equal rows keep their order, numbers in texts count as
 * numbers ('Line 9' is before 'Line 10'), and rows without a value are last in both directions.
 */
export function sortRows<Row extends object>(
  rows: readonly Row[],
  order: Order,
  { locale }: { /** The language of the texts: `fr`. */ locale?: string } = {},
): Row[] {
  const compare = createComparison(locale);
  const sign = order.direction === 'DESC' ? -1 : 1;
  const valueOf = (row: Row) => sortableValue(Reflect.get(row, order.field));
  return rows.toSorted((a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * compare(first, second);
  });
}
