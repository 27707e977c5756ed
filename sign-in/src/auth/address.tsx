/** The address of the open screen for React, the same on the service, while a drawn page hydrates, and afterwards. */
import { createContext, use } from 'react';
import { useHistoryState, usePathname, useSearch as useLiveSearch } from 'wouter/use-browser-location';

/** What the document was made as: a page that was drawn for everybody as `/login` can hydrate at another address. */
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
