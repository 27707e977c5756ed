import { breakpoints } from '@app/ui/breakpoints';
import { useState, useSyncExternalStore } from 'react';

import { isNavigationCollapsed, storeNavigationCollapsed } from './stored-view.ts';

const query = `(max-width: ${breakpoints.xl - 0.02}px)`;

/**
 * Whether the navigation shows icons: as the person has chosen, and at first in a window that has no room for its words
 * beside a table.
 */
export function useCollapsed(): readonly [collapsed: boolean, setCollapsed: (collapsed: boolean) => void] {
  const narrow = useSyncExternalStore(subscribe, () => matchMedia(query).matches);
  const [stored, setStored] = useState(isNavigationCollapsed);
  const [opened, setOpened] = useState(false);
  return [
    narrow ? !opened : stored,
    (next) => {
      if (narrow) return setOpened(!next);
      setStored(next);
      storeNavigationCollapsed(next);
    },
  ];
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
