/**
 * How a person likes the dashboard to look in this browser: in cookies, so that the service writes it into the document
 * and the first picture is right (`service/src/http/pages/dashboard-pages.ts`).
 */
import { storedThemes, viewCookies, type StoredTheme } from '@app/contract/pages/cookies.ts';
import { breakpoints } from '@app/ui/breakpoints';
import { useState, useSyncExternalStore } from 'react';

const oneYearInSeconds = 365 * 24 * 60 * 60;

function write(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? 0 : oneYearInSeconds;
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

/** The theme that the document shows; undefined follows the system. */
export const shownTheme = (): StoredTheme | undefined =>
  storedThemes.find((theme) => theme === document.documentElement.dataset['theme']);

/** Shows a theme and stores it. */
export function storeTheme(theme: StoredTheme | undefined): void {
  write(viewCookies.theme, theme);
  if (theme) document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
}

/** Whether the navigation is collapsed to icons. */
const isNavigationCollapsed = (): boolean => document.documentElement.dataset['navigation'] === 'collapsed';

function storeNavigationCollapsed(collapsed: boolean): void {
  write(viewCookies.navigation, collapsed ? 'collapsed' : undefined);
  if (collapsed) document.documentElement.dataset['navigation'] = 'collapsed';
  else delete document.documentElement.dataset['navigation'];
}

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
