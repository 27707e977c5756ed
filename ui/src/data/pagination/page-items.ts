/** The numbers to show, with a `gap` where numbers are left out. */
export type PageItem = number | 'gap-before' | 'gap-after';

/**
 * First, last, current and its neighbours: always seven items when there are more than seven pages, so that the
 * buttons stay in place while one walks through the pages.
 */
export function pageItems(page: number, pageCount: number): PageItem[] {
  const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (pageCount <= 7) return pages(1, pageCount);
  if (page <= 4) return [...pages(1, 5), 'gap-after', pageCount];
  if (page >= pageCount - 3) return [1, 'gap-before', ...pages(pageCount - 4, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}

/** How many pages `rowCount` rows need: at least one, so that an empty list has a first page. */
export function countPages(rowCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** The page that exists nearest to the wanted one: a page that was deleted becomes the last one. */
export function nearestPage(page: number, pageCount: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pageCount);
}
