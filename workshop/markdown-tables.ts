/**
 * Tables of pipes in the pages (`*.mdx`), which Storybook's MDX does not read: CommonMark has none. Where remark-gfm is
 * installed it takes the place of this file.
 */

/** A node of a Markdown document (mdast), as far as it matters here. */
export type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] };

const delimiter = /^:?-+:?$/;

/** A remark plugin: each paragraph that is a table of pipes becomes a table. Throws for one that is not whole. */
export function markdownTables() {
  return (tree: MarkdownNode): void => {
    replaceTables(tree);
  };
}

function replaceTables(node: MarkdownNode): void {
  if (!node.children) return;
  node.children = node.children.map((child) => {
    replaceTables(child);
    return child.type === 'paragraph' && startsWithPipe(child) ? tableOf(child) : child;
  });
}

const startsWithPipe = ({ children }: MarkdownNode) =>
  children?.[0]?.type === 'text' && children[0].value?.startsWith('|');

function tableOf(paragraph: MarkdownNode): MarkdownNode {
  const [head, line, ...body] = rowsOf(paragraph.children ?? []);
  const whole = head && line?.every((cell) => delimiter.test(plainText(cell)));
  if (!whole || body.some((row) => row.length !== head.length))
    throw new Error(`This table is not whole: ${paragraph.children?.map(({ value }) => value).join('')}`);
  return {
    type: 'table',
    children: [head, ...body].map((row) => ({
      type: 'tableRow',
      children: row.map((cell) => ({ type: 'tableCell', children: cell })),
    })),
  };
}

/** The cells of each line: a pipe in a text ends a cell, the end of a line ends a row. */
function rowsOf(content: readonly MarkdownNode[]): MarkdownNode[][][] {
  const rows: MarkdownNode[][][] = [[[]]];
  for (const node of content) {
    if (node.type !== 'text') {
      rows
        .at(-1)
        ?.at(-1)
        ?.push(node.type === 'inlineCode' ? unescapePipes(node) : node);
      continue;
    }
    for (const [index, part] of (node.value ?? '').split(/(\n|\|)/).entries()) {
      if (index % 2 === 0) rows.at(-1)?.at(-1)?.push({ type: 'text', value: part });
      else if (part === '\n') rows.push([[]]);
      else rows.at(-1)?.push([]);
    }
  }
  // The parts before the first pipe and after the last one of a line are not cells.
  return rows.map((row) => row.slice(1, -1).map(trim)).filter((row) => row.length > 0);
}

const unescapePipes = (code: MarkdownNode) => ({ ...code, value: code.value?.replaceAll('\\|', '|') ?? '' });

const plainText = (cell: readonly MarkdownNode[]) => cell.map(({ value }) => value ?? '').join('');

/** A cell without the spaces around it. */
function trim(cell: MarkdownNode[]): MarkdownNode[] {
  return cell
    .map((node, index) => {
      if (node.type !== 'text') return node;
      const started = index === 0 ? node.value?.trimStart() : node.value;
      return { ...node, value: (index === cell.length - 1 ? started?.trimEnd() : started) ?? '' };
    })
    .filter(({ type, value }) => type !== 'text' || value !== '');
}
