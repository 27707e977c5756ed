/**
 * The types of a component's props, as its source has them, under each table of props. The table is read without the
 * TypeScript compiler, so it has neither the values of a union nor what another file's type brings.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { MarkdownNode } from './markdown-tables.ts';

const source = join(import.meta.dirname, '../ui/src');

/** A declaration and its file. */
type Declaration = { name: string; text: string; file: string; exported: boolean };

/** A type with the comment above it. The declarations of this library have no empty line within. */
const declaration =
  /(?:^\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^(export )?(?:type|interface) (\w+)[^]*?(?=\n\n|$(?![^]))/gm;

/** A component's name and parameters. */
const signature = /^(export )function ([A-Z]\w*)[^]*?\) \{/gm;

const readAll = (pattern: RegExp): Declaration[] =>
  globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(pattern)].map(([text, exported, name = '']) => ({
      name,
      text: text.trim(),
      file,
      exported: exported !== undefined,
    })),
  );

const declarations = readAll(declaration);
const signatures = readAll(signature);

/**
 * The source of the types that a component's parameters name, and of every type of the library that these name.
 *
 * @param component such as `Select`
 */
export function propTypesOf(component: string): string {
  const signature = signatures.find(({ name }) => name === component);
  if (!signature) return '';
  const found = [signature];
  // The list grows while it is read.
  for (const { text, file } of found)
    for (const [name] of text.replace(/\/\*\*[^]*?\*\//g, '').matchAll(/\b[A-Z]\w+/g)) {
      const named = declarations.filter((each) => each.name === name);
      const next = named.find((each) => each.file === file) ?? named.find(({ exported }) => exported);
      if (next && !found.includes(next)) found.push(next);
    }
  return found
    .slice(1)
    .map(({ text }) => text)
    .join('\n\n');
}

type Tag = MarkdownNode & { name?: string; attributes?: { name: string; value: { value: string } }[] };

/** A remark plugin: `<ArgTypes of={Select} />` is followed by the source of the types. */
export function propTypes() {
  return (tree: MarkdownNode): void => {
    const nodes = tree.children ?? [];
    const imports = nodes.map(({ value }) => value).join('\n');
    const [, file = ''] = /stories from '\.\/([\w-]+)\.stories/.exec(imports) ?? [];
    tree.children = nodes.flatMap((node: Tag) => {
      if (node.name !== 'ArgTypes') return [node];
      const of = node.attributes?.find(({ name }) => name === 'of')?.value.value ?? '';
      const value = propTypesOf(of === 'stories' ? pascalCase(file) : of);
      return [node, { type: 'code', lang: 'ts', value } as MarkdownNode];
    });
  };
}

const pascalCase = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
