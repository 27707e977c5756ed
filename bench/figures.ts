/** Statistics of the benchmark figures, and the Markdown sections that show them. */

/** One row of the table. `target` is the product's target, if there is one. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly target?: string;
  /** Whether the target is met; undefined without a target. */
  readonly met?: boolean;
}

export interface Part {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** How it was measured, in a sentence or two. */
  readonly note?: string;
}

/** Returns the smallest value that at least `share` (0 to 1) of the values do not exceed. NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Returns the middle value, or the mean of the two middle values. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Returns the area under the ROC curve: how well a threshold separates two classes. 0.5 is not at all. */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

/**
 * Renders each part as a Markdown section with aligned columns, for a terminal and a web page.
 *
 * @param measured when and where, below each title
 */
export function toMarkdown(parts: readonly Part[], measured: string): string {
  return parts
    .map(
      ({ title, figures, note }) =>
        `## ${title}\n\n${measured}\n\n${table(figures)}${note ? `\n\n${note}` : ''}\n`,
    )
    .join('\n');
}

/** What a page of goals shows of each part: the figures that have a target. */
export const goalsOf = (parts: readonly Part[]): Part[] =>
  parts
    .map(({ title, figures }) => ({ title, figures: figures.filter(({ target }) => target !== undefined) }))
    .filter(({ figures }) => figures.length > 0);

/** Replaces the sections of the page that have the title of a new section. */
export function replaceSections(page: string, markdown: string): string {
  const sections = page.split(/^(?=## )/m).map((section) => section.trimEnd());
  for (const section of markdown.split(/^(?=## )/m).map((each) => each.trimEnd())) {
    const index = sections.findIndex((each) => titleOf(each) === titleOf(section));
    if (index !== -1) sections[index] = section;
  }
  return `${sections.join('\n\n')}\n`;
}

/** The title without its parenthesis, which has the number of runs. */
const titleOf = (section: string): string | undefined => /^## ([^\n(]*)/.exec(section)?.[1]?.trim();

function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, target = '', met }) => [
    name,
    value,
    met === undefined ? target : `${target} ${met ? '✓' : '✗ missed'}`,
  ]);
  const all = [['figure', 'measured', 'target'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const [head = [], ...body] = all;
  const rule = `| ${widths.map((width, column) => (column === 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
