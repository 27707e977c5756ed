/** The colour tokens as values: read from the text of the style sheets, because a copy could differ from them. */
export type Theme = 'light' | 'dark';

/** A colour token, `#rrggbb` in both themes. */
export type ColorToken = { readonly name: string } & Readonly<Record<Theme, string>>;

/** Every opaque colour of a style sheet of tokens, in its order. */
export function readColors(css: string): ColorToken[] {
  return [...css.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => ({ name, light, dark }),
  );
}

/** A foreground colour and a background that it may be on. */
export type ColorPair = readonly [front: string, ground: string];

const named = (names: string) => names.split(' ').map((name) => `--${name}`);

/** The background colours of texts and controls. */
export const groundTokens = named('bg-canvas bg-surface bg-raised bg-hover bg-selected');

/** The text colours, which must be readable on every ground. */
export const textTokens = named(
  'text-primary text-secondary text-placeholder text-disabled text-link ' +
    'critical-text warning-text success-text info-text call-answered call-callback ' +
    'call-assigned call-missed call-abandoned call-voicemail',
);

/** What shows a control or its focus, which must be visible on every background. */
export const partTokens = named('border-control focus-ring brand-solid');

const kinds = ['critical', 'warning', 'success', 'info'];

/** Texts that each have their own background. */
const ownPairs: readonly ColorPair[] = [
  ...kinds.flatMap((kind): ColorPair[] => [
    [`--${kind}-text`, `--${kind}-tint`],
    ['--text-primary', `--${kind}-tint`],
  ]),
  ...['--brand-solid', '--brand-hover', '--brand-active'].map((solid): ColorPair => [
    '--brand-on-solid',
    solid,
  ]),
  ['--text-link', '--brand-tint'],
  ['--brand-deep', '--brand-shade'],
  ['--brand-deep', '--brand-glow'],
  // Rows of an opened list, and a tooltip.
  ...[
    '--text-primary',
    '--text-secondary',
    '--text-placeholder',
    '--text-disabled',
    '--text-link',
    '--critical-text',
  ].map((text): ColorPair => [text, '--bg-highlight']),
  ['--text-inverse', '--bg-inverse'],
  // A danger button.
  ['--bg-surface', '--critical-text'],
];

const onGrounds = (fronts: readonly string[]) =>
  fronts.flatMap((front) => groundTokens.map((ground): ColorPair => [front, ground]));

/** Every text with every background that it may be on: 4.5:1 (WCAG 1.4.3). */
export const textPairs: readonly ColorPair[] = [...onGrounds(textTokens), ...ownPairs];

/** Every part of a control with every background that it may be on: 3:1 (WCAG 1.4.11). */
export const partPairs: readonly ColorPair[] = onGrounds(partTokens);
