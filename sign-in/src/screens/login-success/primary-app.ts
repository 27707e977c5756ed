/** Chooses which of the three apps is the main button. */
import { platforms, type Platform } from '@app/contract/fields/vocabulary.ts';

export type NextApp = 'dashboard' | 'workspace' | 'desktop';

/** The order of the buttons (spec §2), the likeliest first: by the platform of the sign-in. */
export function nextApps(platform: string | undefined): readonly [NextApp, ...NextApp[]] {
  const known: Platform | undefined = platforms.find((name) => name === platform);
  return known === 'aircall-workspace'
    ? ['workspace', 'desktop', 'dashboard']
    : ['dashboard', 'workspace', 'desktop'];
}
