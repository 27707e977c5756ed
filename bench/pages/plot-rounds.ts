/** Draws every visit of the last run as a dot, and the medians as strokes: an SVG for docs/performance.md. */
import { type PageName, medianOf, pageNames, type Reading, type Round } from './readings.ts';

export interface PlotRow {
  readonly title: string;
  readonly rounds: readonly Round[];
  readonly reading: Reading;
}

const width = 760;
/** Pixels left of the axis, for the names of the pages. */
const left = 124;
const right = 20;
const head = 40;
const rowHead = 26;
const lane = 18;
const foot = 34;

const names: Record<PageName, string> = { login: 'login', inert: 'inert', bare: 'bare React' };

const style = [
  'text{font:12px system-ui,sans-serif;fill:#3c4a44}',
  '.title{font-weight:600;fill:#161f1c}',
  '.end{text-anchor:end}.middle{text-anchor:middle}',
  '.grid{stroke:#dde4e0}',
  '.login{fill:#0b7a4b;stroke:#0b7a4b}.inert{fill:#8a6d00;stroke:#8a6d00}.bare{fill:#3556c4;stroke:#3556c4}',
  'circle{fill-opacity:.35;stroke:none}',
  '.ground{fill:#fff}',
  '@media (prefers-color-scheme:dark){.ground{fill:#161f1c}text{fill:#b9c6bf}.title{fill:#fff}.grid{stroke:#33403a}',
  '.login{fill:#4fd297;stroke:#4fd297}.inert{fill:#e0bd4a;stroke:#e0bd4a}.bare{fill:#92a9ff;stroke:#92a9ff}}',
].join('');

/** @param title one line above the plot; milliseconds are to the right */
export function plotRounds(title: string, rows: readonly PlotRow[]): string {
  const all = rows.flatMap(({ rounds, reading }) =>
    rounds.flatMap((round) => pageNames.map((page) => reading(round[page]))),
  );
  const { step, end } = axisOf(Math.max(...all.filter(Number.isFinite)));
  const x = (value: number): string => (left + (value / end) * (width - left - right)).toFixed(1);
  const lanes = rows.map(({ rounds, reading }) =>
    pageNames.filter((page) => Number.isFinite(medianOf(rounds, page, reading))),
  );
  const height = lanes.reduce((sum, each) => sum + rowHead + each.length * lane, head) + foot;
  const bottom = height - foot + 6;

  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="title" x="12" y="22">${title}</text>`,
  ];
  for (let value = 0; value <= end; value += step)
    parts.push(
      `<path class="grid" d="M${x(value)} ${head}V${bottom}"/>`,
      `<text class="middle" x="${x(value)}" y="${bottom + 16}">${value}</text>`,
    );
  let y = head;
  for (const [index, row] of rows.entries()) {
    parts.push(`<text class="title" x="12" y="${y + 18}">${row.title}</text>`);
    y += rowHead;
    for (const page of lanes[index] ?? []) {
      parts.push(laneOf(row, page, { x, y }));
      y += lane;
    }
  }
  return `${[...parts, '</svg>'].join('\n')}\n`;
}

/** The visits of one page: a dot each, a stroke at the median and its number at the end. */
function laneOf(
  { rounds, reading }: PlotRow,
  page: PageName,
  { x, y }: { x: (value: number) => string; y: number },
): string {
  const middle = y + lane / 2;
  const dots = rounds
    .map((round) => reading(round[page]))
    .filter(Number.isFinite)
    .map((value) => `<circle cx="${x(value)}" cy="${middle}" r="4"/>`);
  const median = medianOf(rounds, page, reading);
  return [
    `<text class="end" x="${left - 8}" y="${middle + 4}">${names[page]} ${median.toFixed(0)}</text>`,
    `<g class="${page}">${dots.join('')}<path stroke-width="2" d="M${x(median)} ${y + 2}v${lane - 4}"/></g>`,
  ].join('\n');
}

/** An axis of three to eight round steps that has room for `largest`. */
export function axisOf(largest: number): { step: number; end: number } {
  const rough = largest / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  return { step, end: Math.ceil(largest / step) * step };
}
