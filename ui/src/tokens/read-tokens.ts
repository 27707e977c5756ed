import { readFileSync } from 'node:fs';

export type Theme = 'light' | 'dark';

/** The text of tokens.css, for tests: they read the file itself, because a copy could differ from it. */
export const tokensCss = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const callColorsCss = readFileSync(new URL('./call-colors.css', import.meta.url), 'utf8');

const colors = new Map(
  [...(tokensCss + callColorsCss).matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

/** A colour token as `#rrggbb`. Throws for an unknown name. */
export function tokenColor(name: string, theme: Theme): string {
  const value = colors.get(name)?.[theme];
  if (!value) throw new Error(`tokens.css has no colour ${name}`);
  return value;
}

const named = (names: string) => names.split(' ').map((name) => `--${name}`);

/** The background colours of texts and controls. */
export const groundTokens = named('bg-canvas bg-surface bg-raised bg-hover bg-selected');
/** The text colours, which must be readable on every ground. */
export const textTokens = named(
  'text-primary text-secondary text-placeholder text-disabled text-link ' +
    'critical-text warning-text success-text info-text call-answered call-callback ' +
    'call-assigned call-missed call-abandoned call-voicemail',
);
