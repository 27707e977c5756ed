/** Builds the file with all flags, for `flag-sprite.test.ts`, which holds `flags.svg` up to date. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const flagPackage = dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json'));
const source = join(flagPackage, '3x2');

/** The codes of all flags, sorted: two letters, some with a region, such as `GB-SCT`. */
export const spriteCodes = (): string[] =>
  globSync('*.svg', { cwd: source })
    .map((file) => file.replace('.svg', ''))
    .toSorted();

/** One `<symbol>` for each flag, named by its code. */
export function buildSprite(): string {
  const symbols = spriteCodes().map((code) =>
    symbolOf(code, readFileSync(join(source, `${code}.svg`), 'utf8')),
  );
  const license = readFileSync(join(flagPackage, 'LICENSE'), 'utf8').trim();
  const note = `<!-- The flags of country-flag-icons, 3x2.\n${license}\n-->`;
  return ['<svg xmlns="http://www.w3.org/2000/svg">', note, ...symbols, '</svg>\n'].join('\n');
}

/** An id in one of the flags would be an id of the whole file, so there is none. */
function symbolOf(code: string, svg: string): string {
  const viewBox = /^<svg [^>]*viewBox="([\d. ]+)"/.exec(svg)?.[1];
  const content = /^<svg [^>]*>(.*)<\/svg>\s*$/s.exec(svg)?.[1];
  if (!viewBox || !content || /\bid=|url\(|<style|href=/.test(content))
    throw new Error(`The flag ${code} cannot be a symbol.`);
  return `<symbol id="${code}" viewBox="${viewBox}">${content.replaceAll(/ class="[^"]*"/g, '')}</symbol>`;
}
