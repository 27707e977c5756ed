/** The address of the open screen: during hydration the one that the page was rendered for, then the browser's. */
import { createContext, use } from 'react';
import { useHistoryState, usePathname, useSearch as useLiveSearch } from 'wouter/use-browser-location';

/** The address that the document was rendered for: a page prerendered as `/login` can hydrate at another address. */
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
 * The email typed on the previous screen. A link between screens passes it in the history entry, never in the address.
 */
export function useEmailFromHistory(): string | undefined {
  const state = useHistoryState<{ email?: unknown } | null>();
  return typeof state?.email === 'string' && state.email ? state.email : undefined;
}

/**
 * Whether the page was opened to sign in again, although a person is signed in: by the dashboard, for a change that
 * asks for a recent sign-in (requirements §5). The parameter is that of OpenID Connect Core §3.1.2.1. It ends no
 * session: a link from elsewhere shows the login form, and nothing more (docs/decisions/recent-sign-in.md).
 */
export const asksAgain = (search: string): boolean => new URLSearchParams(search).get('prompt') === 'login';
