/**
 * What a list shows is in its address: search, filters, order and page. So it can be shared, reloaded and gone back to.
 */
import { sortOrders } from '@app/contract/dashboard/users.ts';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

import { useTypedSearch } from './use-typed-search.ts';

export type SortOrder = (typeof sortOrders)[number];

/** The filters of a list: their allowed values, or `text` for any. */
type Filters = Readonly<Record<string, readonly string[] | 'text'>>;
type ValueOf<Allowed> = Allowed extends readonly (infer Value)[] ? Value : string;
/** The chosen filters; those that are not chosen are missing. */
type Chosen<Setup extends Filters> = { readonly [Name in keyof Setup]?: ValueOf<Setup[Name]> };

export interface ListSetup<Setup extends Filters, Sort extends string> {
  readonly filters: Setup;
  /** The columns that it can be sorted by; the first is the one without a choice. Empty: it has only one order. */
  readonly sorts: readonly Sort[];
  /** The order without a choice. */
  readonly order?: SortOrder;
}

export interface ListAddress<Setup extends Filters, Sort extends string> {
  /** What the search field shows. */
  readonly typed: string;
  /** Searches while the person types. */
  readonly setSearch: (text: string) => void;
  readonly filters: Chosen<Setup>;
  /** Chooses a filter, or none (undefined). */
  readonly setFilter: <Name extends keyof Setup & string>(
    name: Name,
    value: ValueOf<Setup[Name]> | undefined,
  ) => void;
  readonly sort: Sort | undefined;
  readonly order: SortOrder;
  readonly setSort: (sort: Sort, order: SortOrder) => void;
  /** The first is 1. */
  readonly page: number;
  /** @param cursor `nextCursor` of the answer */
  readonly toNextPage: (cursor: string) => void;
  /** The page before; the first one where the address was opened from outside. */
  readonly toPreviousPage: () => void;
  /** The same, but Back does not return to this page. */
  readonly leavePage: () => void;
  /** Whether a search or a filter hides rows. */
  readonly isNarrowed: boolean;
  /** Removes search and filters. */
  readonly clear: () => void;
  /** For the call. */
  readonly query: Chosen<Setup> & {
    readonly search?: string;
    readonly sort?: Sort;
    readonly order?: SortOrder;
    readonly cursor?: string;
  };
}

/** The cursors of the pages before, oldest first, without that of the first page. They are kept in the history entry. */
interface PageState {
  readonly cursors?: readonly string[];
}

export function useListAddress<const Setup extends Filters, const Sort extends string>({
  filters,
  sorts,
  order: defaultOrder = 'ASC',
}: ListSetup<Setup, Sort>): ListAddress<Setup, Sort> {
  const address = new URLSearchParams(useSearch());
  const { cursors = [] } = useHistoryState<PageState | null>() ?? {};

  /** Opens the list with other parameters. Everything but another page begins at the first one. */
  function open(
    changes: Readonly<Record<string, string | undefined>>,
    { replace = false, state = null }: { replace?: boolean; state?: PageState | null } = {},
  ): void {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ page: undefined, cursor: undefined, ...changes })) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    const search = next.size > 0 ? `?${next.toString()}` : '';
    navigate(location.pathname + search, { replace, state });
  }

  const { typed, searched, setSearch, forget } = useTypedSearch({
    written: address.get('search') ?? '',
    // One step back leaves the search, however many letters it has.
    write: (text, before) => open({ search: text }, { replace: before !== '' }),
  });

  function toPreviousPage(replace: boolean): void {
    const before = cursors.length === page - 2 ? cursors.at(-1) : undefined;
    const state = { cursors: cursors.slice(0, -1) };
    open({ cursor: before, page: before && String(page - 1) }, { replace, state: before ? state : null });
  }

  const chosen = Object.fromEntries(
    Object.entries(filters).flatMap(([name, allowed]) => {
      const value = address.get(name) ?? '';
      return value !== '' && (allowed === 'text' || allowed.includes(value)) ? [[name, value]] : [];
    }),
  ) as Chosen<Setup>;
  const sort = sorts.find((each) => each === address.get('sort')) ?? sorts[0];
  const order = sortOrders.find((each) => each === address.get('order')) ?? defaultOrder;
  // While typing, the person sees the first page of what is found so far.
  const cursor = searched === (address.get('search') ?? '') ? (address.get('cursor') ?? '') : '';
  const page = cursor === '' ? 1 : Math.max(2, Number(address.get('page')) || 2);

  return {
    typed,
    setSearch,
    filters: chosen,
    setFilter: (name, value) => open({ [name]: value, search: typed }),
    sort,
    order,
    setSort: (next, direction) =>
      open({
        search: typed,
        sort: next === sorts[0] ? undefined : next,
        order: next === sorts[0] && direction === defaultOrder ? undefined : direction,
      }),
    page,
    toNextPage: (next) =>
      open(
        { cursor: next, page: String(page + 1) },
        { state: { cursors: cursor === '' ? [] : [...cursors, cursor] } },
      ),
    toPreviousPage: () => toPreviousPage(false),
    leavePage: () => toPreviousPage(true),
    isNarrowed: searched !== '' || Object.keys(chosen).length > 0,
    clear() {
      forget();
      open(Object.fromEntries(['search', ...Object.keys(filters)].map((name) => [name, undefined])));
    },
    query: {
      ...chosen,
      ...(searched !== '' && { search: searched }),
      ...(sort !== undefined && { sort, order }),
      ...(cursor !== '' && { cursor }),
    },
  };
}
