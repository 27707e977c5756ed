/** The text of the style sheets of tokens: the pages show what is in them, never a copy. */
import callColors from '@app/ui/tokens/call-colors.css?raw';
import overlays from '@app/ui/tokens/overlays.css?raw';
import tokens from '@app/ui/tokens/tokens.css?raw';
import zIndex from '@app/ui/tokens/z-index.css?raw';

/** Every style sheet, with the path of its file. */
export const sheets = [
  { file: 'ui/src/tokens/tokens.css', css: tokens },
  { file: 'ui/src/tokens/call-colors.css', css: callColors },
  { file: 'ui/src/tokens/overlays.css', css: overlays },
  { file: 'ui/src/tokens/z-index.css', css: zIndex },
] as const;

/** A token and its value as it is written. */
export type Token = { name: string; value: string };

/** The tokens whose name begins with a text such as `--space-`, in their order; each once, as it is defined first. */
export function tokensOf(prefix: string): Token[] {
  const found = new Map<string, string>();
  for (const { css } of sheets)
    for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+):\s*([^;]+);/g))
      if (name.startsWith(prefix) && !found.has(name)) found.set(name, value);
  return [...found].map(([name, value]) => ({ name, value }));
}

/** CSS pixels of `8px` or of `0.5rem`, at the root's usual 16 px. */
export const pixels = (length: string): number =>
  Number.parseFloat(length) * (length.trim().endsWith('rem') ? 16 : 1);
