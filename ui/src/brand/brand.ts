import { contrast, hexToOklch, oklchToHex, type Oklch } from './oklch.ts';

/** Exported for brand colours on other backgrounds, such as those of an email. */
export { contrast };

/** The tokens that a reseller's colour replaces. Focus ring, messages and call colours are never branded. */
export type BrandTokens = Record<
  | '--brand-solid'
  | '--brand-on-solid'
  | '--brand-hover'
  | '--brand-active'
  | '--brand-tint'
  | '--brand-border'
  | '--brand-deep'
  | '--brand-shade'
  | '--brand-glow'
  | '--panel-rose'
  | '--panel-sun'
  | '--bg-selected'
  | '--text-link',
  string
>;

/** What differs between the themes: the backgrounds of texts, and the lightness of derived colours. */
type Ground = {
  /** Canvas, surface, raised, hover: as in tokens.css, which the test compares. The fifth, selected, is derived. */
  grounds: readonly string[];
  surface: string;
  selected: { l: number; c: number };
  tint: { l: number; c: number };
  shade: { l: number; c: number };
  glow: { l: number; c: number };
  /** The two glows in the corners of the panel, `turn` radians of hue to either side of the brand. */
  rose: { l: number; c: number; turn: number };
  sun: { l: number; c: number; turn: number };
  deep: { l: number; c: number };
  /** Which way a text walks to become readable. */
  readable: 1 | -1;
};

/** Exported for the test that holds the grounds against tokens.css. */
export const themes: { light: Ground; dark: Ground } = {
  light: {
    grounds: ['#f5f8f7', '#ffffff', '#ffffff', '#eef3f1'],
    surface: '#ffffff',
    selected: { l: 0.955, c: 0.02 },
    tint: { l: 0.92, c: 0.035 },
    shade: { l: 0.92, c: 0.035 },
    glow: { l: 0.985, c: 0.014 },
    rose: { l: 0.972, c: 0.016, turn: -0.8 },
    sun: { l: 0.982, c: 0.018, turn: 0.8 },
    deep: { l: 0.33, c: 0.07 },
    readable: -1,
  },
  dark: {
    grounds: ['#0e1513', '#161f1c', '#1e2925', '#243029'],
    surface: '#161f1c',
    selected: { l: 0.32, c: 0.045 },
    tint: { l: 0.32, c: 0.045 },
    shade: { l: 0.265, c: 0.035 },
    glow: { l: 0.365, c: 0.06 },
    rose: { l: 0.245, c: 0.05, turn: -0.6 },
    sun: { l: 0.265, c: 0.045, turn: 0.6 },
    deep: { l: 0.95, c: 0.03 },
    readable: 1,
  },
};

/** Texts (WCAG 1.4.3) and the parts of controls (1.4.11). */
const textContrast = 4.5;
const partContrast = 3;

/**
 * A whole set of brand tokens from one colour, for both themes. The solid is exactly the colour given; its text is
 * white or else black, one of which always reaches 4.5:1; links and brand texts walk in OKLCH lightness until they
 * reach 4.5:1 on all grounds. Pure: runs in the service, which puts the result into the page before the first paint.
 * @param primary `#rrggbb`
 * @throws RangeError when it is anything else
 */
export function deriveBrand(primary: string): { light: BrandTokens; dark: BrandTokens } {
  if (!/^#[0-9a-f]{6}$/i.test(primary)) throw new RangeError('A brand colour is written #rrggbb.');
  const solid = primary.toLowerCase();
  return { light: deriveTheme(solid, themes.light), dark: deriveTheme(solid, themes.dark) };
}

/**
 * The style sheet for a page: every brand token, light and dark, by the system's choice or `[data-theme]`. It is
 * outside of any cascade layer and so wins over tokens.css. Nothing of the input but its validated digits is in it.
 * @param primary `#rrggbb`
 * @throws RangeError when it is anything else
 */
export function brandStyleSheet(primary: string): string {
  const { light, dark } = deriveBrand(primary);
  return (
    `:root{${declarations(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${declarations(dark)}}}` +
    `:root[data-theme=dark]{${declarations(dark)}}`
  );
}

function declarations(tokens: BrandTokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

function deriveTheme(solid: string, theme: Ground): BrandTokens {
  const color = hexToOklch(solid);
  const toned = ({ l, c, turn = 0 }: { l: number; c: number; turn?: number }) =>
    oklchToHex({ l, c: Math.min(c, color.c), h: color.h + turn });
  const selected = toned(theme.selected);
  const tint = toned(theme.tint);
  const onSolid = contrast(solid, '#ffffff') >= textContrast ? '#ffffff' : '#000000';
  // Away from the text's colour, so that hovering never makes the text harder to read.
  const away = onSolid === '#ffffff' ? -1 : 1;
  const shifted = (by: number) => oklchToHex({ ...color, l: color.l + away * by });
  return {
    '--brand-solid': solid,
    '--brand-on-solid': onSolid,
    '--brand-hover': shifted(0.05),
    '--brand-active': shifted(0.1),
    '--brand-tint': tint,
    '--brand-border':
      contrast(solid, theme.surface) >= partContrast
        ? 'transparent'
        : walk(color, theme.readable, [theme.surface], partContrast),
    '--brand-deep': toned(theme.deep),
    '--brand-shade': toned(theme.shade),
    '--brand-glow': toned(theme.glow),
    '--panel-rose': toned(theme.rose),
    '--panel-sun': toned(theme.sun),
    '--bg-selected': selected,
    '--text-link': walk(color, theme.readable, [...theme.grounds, selected, tint], textContrast),
  };
}

/**
 * The nearest lightness, in steps of 0.01 in the given direction, that reaches the contrast with every ground. Black
 * on the light grounds and white on the dark ones reach any that is asked for here, so the walk ends.
 */
function walk(color: Oklch, direction: 1 | -1, grounds: readonly string[], wanted: number): string {
  for (let l = color.l; l > 0 && l < 1; l += direction * 0.01) {
    const hex = oklchToHex({ ...color, l });
    if (grounds.every((ground) => contrast(hex, ground) >= wanted)) return hex;
  }
  return direction === 1 ? '#ffffff' : '#000000';
}
