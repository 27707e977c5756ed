import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#class-names.ts';
import { Icon } from '#icons/icon.tsx';
import { countPages, nearestPage, pageItems } from './page-items.ts';
import styles from './pagination.module.css';

/** The words of a pagination. English by default. */
export type PaginationLabels = {
  /** The name of the landmark: 'Pages'. */
  navigation: string;
  previous: string;
  next: string;
  /** The name of a number's button: 'Page 4'. */
  page: (page: number) => string;
  /** Which rows are shown: '51–100 of 10,000'. */
  range: (from: number, to: number, rowCount: number) => string;
};

export type PaginationProps = Omit<ComponentProps<'nav'>, 'children'> & {
  /** The current page; the first is 1. A page that does not exist shows as the nearest one. */
  page: number;
  /** How many rows all pages have together. */
  rowCount: number;
  /** Rows of a page: 50 by default (spec §9). */
  pageSize?: number;
  /** Called with the page to show; not with the current one. */
  onPageChange: (page: number) => void;
  /** Words that replace the English ones. */
  labels?: Partial<PaginationLabels> | undefined;
};

const format = (value: number) => value.toLocaleString('en');

const english: PaginationLabels = {
  navigation: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  page: (page) => `Page ${page}`,
  range: (from, to, rowCount) => `${format(from)}–${format(to)} of ${format(rowCount)}`,
};

/**
 * Walks through the pages of a list: the previous and the next one, the numbers, and which rows are shown. A `nav` that
 * accepts every attribute of it. The range is a status, so a screen reader says it after a change of the page.
 */
export function Pagination({
  page: wanted,
  rowCount,
  pageSize = 50,
  onPageChange,
  labels,
  className,
  ...rest
}: PaginationProps) {
  const words = { ...english, ...labels };
  const pageCount = countPages(rowCount, pageSize);
  const page = nearestPage(wanted, pageCount);
  const from = rowCount === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, rowCount);
  const step = (target: number, label: string, children: ReactNode) => {
    const unavailable = target < 1 || target > pageCount;
    return (
      <button
        type="button"
        className={styles.button}
        data-step
        aria-label={label}
        aria-disabled={unavailable || undefined}
        onClick={unavailable ? undefined : () => onPageChange(target)}
      >
        {children}
      </button>
    );
  };
  return (
    <nav aria-label={words.navigation} {...rest} className={classNames(styles.pagination, className)}>
      <p className={styles.range} role="status">
        {words.range(from, to, rowCount)}
      </p>
      {step(page - 1, words.previous, <Chevron path="m12 5-5 5 5 5" />)}
      <ul className={styles.pages}>
        {pageItems(page, pageCount).map((item) => (
          <li key={item} className={styles.item}>
            {typeof item === 'number' ? (
              <button
                type="button"
                className={styles.button}
                aria-label={words.page(item)}
                aria-current={item === page ? 'page' : undefined}
                onClick={item === page ? undefined : () => onPageChange(item)}
              >
                {item}
              </button>
            ) : (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
      </ul>
      {step(page + 1, words.next, <Chevron path="m8 5 5 5-5 5" />)}
    </nav>
  );
}

function Chevron({ path }: { path: string }) {
  return (
    <Icon size={16}>
      <path d={path} />
    </Icon>
  );
}
