import { expect, test } from 'vitest';
import { markdownTables, type MarkdownNode } from './markdown-tables.ts';

const text = (value: string): MarkdownNode => ({ type: 'text', value });
const code = (value: string): MarkdownNode => ({ type: 'inlineCode', value });
const strong = (value: string): MarkdownNode => ({ type: 'strong', children: [text(value)] });
const paragraph = (...children: MarkdownNode[]): MarkdownNode => ({ type: 'paragraph', children });

function transform(...children: MarkdownNode[]): MarkdownNode[] {
  const tree: MarkdownNode = { type: 'root', children };
  markdownTables()(tree);
  return tree.children ?? [];
}

/** The cells of the one table, each as the list of its nodes. */
function cellsOf([table]: MarkdownNode[]) {
  expect(table?.type).toBe('table');
  return table?.children?.map((row) => {
    expect(row.type).toBe('tableRow');
    return row.children?.map((cell) => {
      expect(cell.type).toBe('tableCell');
      return cell.children;
    });
  });
}

test('a paragraph of pipes becomes a table without its line of hyphens', () => {
  expect(
    cellsOf(
      transform(paragraph(text('| Key | What it does |\n| --- | :---: |\n| Tab | goes on |\n| Esc |  |'))),
    ),
  ).toEqual([
    [[text('Key')], [text('What it does')]],
    [[text('Tab')], [text('goes on')]],
    [[text('Esc')], []],
  ]);
});

test('code and strong text stay in their cell, with the spaces between them', () => {
  const table = paragraph(
    text('| Prop | Is |\n| --- | --- |\n| '),
    code('size'),
    text(' or '),
    strong('side'),
    text(' | '),
    code(String.raw`a \| b`),
    text(' |'),
  );
  expect(cellsOf(transform(table))).toEqual([
    [[text('Prop')], [text('Is')]],
    [[code('size'), text(' or '), strong('side')], [code('a | b')]],
  ]);
});

test('a table inside a list or a quote is found', () => {
  const quote = { type: 'blockquote', children: [paragraph(text('| A |\n| - |\n| b |'))] };
  const [found] = transform(quote);
  expect(cellsOf(found?.children ?? [])).toEqual([[[text('A')]], [[text('b')]]]);
});

test.each([
  ['text', [paragraph(text('One | two'))]],
  ['text that begins with code', [paragraph(code('|'), text(' is a pipe'))]],
  ['code of several lines', [{ type: 'code', value: '| A |\n| - |' }]],
  ['nothing', []],
])('%s stays as it is', (_, nodes: MarkdownNode[]) => {
  expect(transform(...structuredClone(nodes))).toEqual(nodes);
});

test.each([
  ['no line of hyphens', '| A | B |\n| c | d |'],
  ['one line alone', '| A | B |'],
  ['a row with a cell too few', '| A | B |\n| - | - |\n| c |'],
  ['a row with a cell too many', '| A |\n| - |\n| b | c |'],
])('a table with %s is refused, with its text', (_, table) => {
  expect(() => transform(paragraph(text(table)))).toThrow(`This table is not whole: ${table}`);
});
