/** Chooses which of the three apps is the main button. */
export type NextApp = 'dashboard' | 'workspace' | 'desktop';

/**
 * The order of the buttons (spec §2), the likeliest first: an admin manages the company, everybody else works. A sign-in
 * for the workspace goes on there.
 *
 * @param platform the platform of the sign-in
 */
export const nextApps = (platform: string | undefined, admin: boolean): readonly [NextApp, ...NextApp[]] =>
  admin && platform !== 'aircall-workspace'
    ? ['dashboard', 'workspace', 'desktop']
    : ['workspace', 'desktop', 'dashboard'];
