/** A style sheet as its rules, for the tests that hold every sheet to the same conventions. */

/** The declarations of one block, and what it is in: `['@layer ui', '@media (…)', '.button']`. */
export type Rule = { within: readonly string[]; declarations: readonly Declaration[] };
export type Declaration = { property: string; value: string };

/**
 * The blocks of a style sheet, from outside to inside; a statement without a block, such as `@import`, is a rule without
 * declarations. It knows comments and blocks, not strings with braces in them: no sheet of the library has one.
 */
export function readRules(css: string): Rule[] {
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

const tidy = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
