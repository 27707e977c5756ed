/** How a person likes the dashboard to look, in cookies of this browser: the dashboard writes, the service reads them. */

export const viewCookies = { theme: 'theme', navigation: 'navigation' } as const;

/** Without one, the page follows the system. */
export const storedThemes = ['light', 'dark'] as const;
export type StoredTheme = (typeof storedThemes)[number];

/** Without it, the navigation shows its labels. */
export const storedNavigations = ['collapsed'] as const;
