/** The statistics of the figures, and the Markdown sections that show them. */

/** One line of the table. `target` is what the product promises, where it promises something. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly target?: string;
  /** Whether the target is met; left out where there is none. */
  readonly met?: boolean;
}

export interface Part {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** How it was measured, a sentence or two. */
  readonly note?: string;
}

/** The value below which `share` (0 to 1) of the values lie: the nearest one at or above it. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value; of an even number of values the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** How well a threshold tells the values of two classes apart: 0.5 is not at all (area under the ROC curve). */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

/**
 * The parts as one Markdown section each, columns aligned, so that a terminal and a page show the same.
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

/** The page with these sections in place of its own of the same titles; a new section goes to the end. */
export function replaceSections(page: string, markdown: string): string {
  const sections = page.split(/^(?=## )/m).map((section) => section.trimEnd());
  for (const section of markdown.split(/^(?=## )/m).map((each) => each.trimEnd())) {
    const index = sections.findIndex((each) => titleOf(each) === titleOf(section));
    if (index === -1) sections.push(section);
    else sections[index] = section;
  }
  return `${sections.join('\n\n')}\n`;
}

/** The title without its parenthesis, which counts what was measured. */
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
