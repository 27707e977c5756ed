import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the component may render what the server must not: a portal, or a `style` attribute (Base UI writes one on its
 * hidden input), which the content security policy refuses. False in server HTML and while that is hydrated, then true;
 * true from the start in a page that is rendered by the browser.
 */
export function useAfterHydration(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
