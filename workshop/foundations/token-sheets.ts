/** The text of the style sheets of tokens: the pages show what is in them, never a copy. */
const texts = import.meta.glob<string>('../../ui/src/tokens/*.css', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const names = ['tokens', 'call-colors', 'overlays', 'z-index'] as const;

/** The style sheets that have tokens, with the path of each file. */
export const sheets = names.map((name) => ({
  file: `ui/src/tokens/${name}.css` as const,
  css: texts[`../../ui/src/tokens/${name}.css`] ?? '',
}));

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
