import { useSyncExternalStore } from 'react';

import { breakpoints } from '#tokens/breakpoints.ts';

const query = `(max-width: ${breakpoints.md - 0.02}px)`;

/** Whether the window is so narrow that the navigation is a bar with visible labels. False on the server. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

const isPhone = () => matchMedia(query).matches;

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
