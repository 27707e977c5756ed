/** The address of the open screen: during hydration the one that the page was rendered for, afterwards the browser's. */
import { createContext, use } from 'react';
import { useHistoryState, usePathname, useSearch as useLiveSearch } from 'wouter/use-browser-location';

/** The address that the document was rendered for: the page prerendered as `/login` can hydrate at another one. */
export interface Address {
  readonly path: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

const MadeAs = createContext<Address>({ path: '/login', search: '' });
export const AddressProvider = MadeAs;

/** `location.pathname` */
export const usePath = (): string => usePathname({ ssrPath: use(MadeAs).path });
/** `location.search` */
export const useSearch = (): string => useLiveSearch({ ssrSearch: use(MadeAs).search });

/**
 * The email that was typed on the screen before, which a link between screens brings along in the history entry and
 * never in the address.
 */
export function useEmailFromHistory(): string | undefined {
  const state = useHistoryState<{ email?: unknown } | null>();
  return typeof state?.email === 'string' && state.email ? state.email : undefined;
}
