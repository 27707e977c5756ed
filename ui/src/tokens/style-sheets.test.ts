// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const sheets = globSync('**/*.css', { cwd: root })
  .toSorted()
  .map((file) => ({ file, rules: readRules(readFileSync(new URL(file, root), 'utf8')) }));

/** One line for each declaration of every sheet, or of the components' sheets, that a rule is broken by. */
function declarationsWhere(broken: (declaration: Declaration, file: string) => boolean): string[] {
  return sheets.flatMap(({ file, rules }) =>
    rules.flatMap(({ within, declarations }) =>
      declarations
        .filter((declaration) => broken(declaration, file))
        .map(({ property, value }) => `${file}: ${within.at(-1)} { ${property}: ${value} }`),
    ),
  );
}

test('every rule of a style sheet is in the layer of its place', () => {
  const outside = sheets.flatMap(({ file, rules }) => {
    const [, name = ''] = /^tokens\/(.*)\.css$/.exec(file) ?? [];
    const ofFolder = file.endsWith('.stories.module.css') ? 'app' : 'ui';
    const layer = name === '' ? ofFolder : name === 'reset' ? 'reset' : 'tokens';
    return rules
      .map(({ within: [outermost = ''] }) => outermost)
      .filter((outermost) => outermost !== `@layer ${layer}`)
      .map((outermost) => `${file}: ${outermost}`);
  });
  expect([...new Set(outside)]).toEqual([
    'tokens/base.css: @layer tokens, reset, ui, app',
    "tokens/base.css: @import './tokens.css'",
    "tokens/base.css: @import './fonts.css'",
    "tokens/base.css: @import './reset.css'",
    // A font belongs to no layer.
    'tokens/fonts.css: @font-face',
  ]);
});

/** Base UI gives the place of the active tab from the left, in both directions of writing. */
const physical = [
  'navigation/tabs/tabs.module.css: .indicator { left: 0 }',
  "navigation/tabs/tabs.module.css: .indicator[data-orientation='vertical'] { left: auto }",
];

test('no style sheet says left or right', () => {
  const found = declarationsWhere(
    ({ property, value }) =>
      /(^|-)(left|right)($|-)/.test(property) ||
      (/^(text-align|float|clear|justify-\w+)$/.test(property) && /\b(left|right)\b/.test(value)),
  );
  expect(found).toEqual(physical);
});

/** Animations that need their own duration: those that run while something loads, and an icon that is drawn slowly. */
const ownTimes = [
  'data/table/rows/header-row.module.css',
  'feedback/loader/',
  'feedback/skeleton/',
  'feedback/spinner/',
  'layout/screen-icon/',
];

test('no style sheet gives the two sides of a line different values by a shorthand of four', () => {
  const sides = /^(padding|margin|inset|border-(width|color|style)|scroll-(padding|margin))$/;
  // Spaces inside of brackets do not separate values.
  const values = (value: string) => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  const found = declarationsWhere(({ property, value }) => {
    const [, right, , left] = values(value);
    return sides.test(property) && left !== undefined && left !== right;
  });
  expect(found).toEqual([]);
});

test('every transition and animation takes its time from the tokens, 200 ms at most', () => {
  const timed = /^(transition|animation)(-duration|-delay)?$/;
  const written = /(?<![\w-])[\d.]+m?s\b/;
  expect(
    declarationsWhere(
      ({ property, value }, file) =>
        timed.test(property) &&
        !ownTimes.some((folder) => file.startsWith(folder)) &&
        // No time at all is a time too: `0ms` or `0s`.
        written.test(value.replaceAll(/(?<![\w.-])0m?s\b/g, '')),
    ),
  ).toEqual([]);
  expect(declarationsWhere(({ value }) => value.includes('--time-slow'))).toEqual([]);
  expect(
    declarationsWhere(
      ({ property, value }) =>
        property.startsWith('transition') &&
        !value.startsWith('none') &&
        !/--time-|^(0s|0ms)$|^allow-discrete$/.test(value) &&
        !/^transition-(property|behavior|timing-function)$/.test(property),
    ),
  ).toEqual([]);
});

test('the tokens of times are 100, 200 and 320 ms', () => {
  const times = sheets.flatMap(({ rules }) =>
    rules.flatMap(({ declarations }) =>
      declarations.filter(({ property }) => property.startsWith('--time-')),
    ),
  );
  expect(times.map(({ property, value }) => `${property} ${value}`)).toEqual([
    '--time-fast 100ms',
    '--time-step 200ms',
    '--time-slow 320ms',
  ]);
});

/** The declarations of one block, and what it is in: `['@layer ui', '@media (…)', '.button']`. */
type Rule = { within: readonly string[]; declarations: readonly Declaration[] };
type Declaration = { property: string; value: string };

/**
 * The blocks of a style sheet, from outside to inside; a statement without a block, such as `@import`, is a rule without
 * declarations. It knows comments and blocks, not strings with braces in them: no sheet of the library has one.
 */
function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  readBlock(css.replaceAll(/\/\*.*?\*\//gs, ''), [], rules);
  return rules;
}

function readBlock(text: string, within: readonly string[], rules: Rule[]): void {
  const declarations: Declaration[] = [];
  if (within.length > 0) rules.push({ within, declarations });
  let rest = text.trim();
  while (rest !== '') {
    const end = rest.search(/[;{]/);
    const head = tidy(end === -1 ? rest : rest.slice(0, end));
    if (rest[end] === '{') {
      const close = closing(rest, end);
      readBlock(rest.slice(end + 1, close), [...within, head], rules);
      rest = rest.slice(close + 1).trim();
    } else {
      if (head.startsWith('@')) rules.push({ within: [...within, head], declarations: [] });
      else declarations.push(declaration(head));
      rest = end === -1 ? '' : rest.slice(end + 1).trim();
    }
  }
}

/** Where the block that opens at `open` closes. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A block is not closed.');
}

function declaration(text: string): Declaration {
  const colon = text.indexOf(':');
  return { property: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
