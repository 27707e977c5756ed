/**
 * How a person likes the dashboard to look in this browser: in cookies, so that the service writes it into the document
 * and the first picture is right (`service/src/http/pages/dashboard-pages.ts`).
 */
import { storedThemes, viewCookies, type StoredTheme } from '@app/contract/pages/cookies.ts';

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
export const isNavigationCollapsed = (): boolean =>
  document.documentElement.dataset['navigation'] === 'collapsed';

export function storeNavigationCollapsed(collapsed: boolean): void {
  write(viewCookies.navigation, collapsed ? 'collapsed' : undefined);
  if (collapsed) document.documentElement.dataset['navigation'] = 'collapsed';
  else delete document.documentElement.dataset['navigation'];
}
