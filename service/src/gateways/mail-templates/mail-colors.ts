/** The brand colours of an email, light and dark: the product's own, or derived from a reseller's colour (spec §6). */
import { deriveBrand } from '@app/ui/brand';

/** Colours of one theme, each `#rrggbb` (`border` may be `transparent`). */
export interface MailColors {
  /** Links. Reaches 4.5:1 on the card and on `tint`. */
  readonly text: string;
  /** The button, its text, and the line that makes it visible where the brand's colour is close to the card's. */
  readonly solid: string;
  readonly onSolid: string;
  readonly border: string;
  /** The background of the code. */
  readonly tint: string;
}

export interface MailThemes {
  readonly light: MailColors;
  readonly dark: MailColors;
}

// The values of the `ui` tokens, which an email cannot read.
const own: MailThemes = {
  light: { text: '#006b53', solid: '#00735a', onSolid: '#ffffff', border: 'transparent', tint: '#d0ece4' },
  dark: { text: '#55d6b2', solid: '#2cc49a', onSolid: '#04231b', border: 'transparent', tint: '#143a30' },
};

/** Background, border and text colours, the same for every brand. */
export const neutralColors = {
  light: { canvas: '#f2f5f4', card: '#ffffff', line: '#e1e8e5', ink: '#14211d', soft: '#51615b' },
  dark: { canvas: '#0e1513', card: '#161f1c', line: '#2c3833', ink: '#f1f6f4', soft: '#b5c3bd' },
} as const;

/** @param primary RESELLER_COLOR, `#rrggbb`; undefined: the product's own colours */
export function mailColors(primary: string | undefined): MailThemes {
  if (primary === undefined) return own;
  const { light, dark } = deriveBrand(primary);
  return { light: mailTheme(light), dark: mailTheme(dark) };
}

const mailTheme = (tokens: ReturnType<typeof deriveBrand>['light']): MailColors => ({
  text: tokens['--text-link'],
  solid: tokens['--brand-solid'],
  onSolid: tokens['--brand-on-solid'],
  border: tokens['--brand-border'],
  tint: tokens['--brand-tint'],
});
