/** Draws docs/pictures/rooms.svg: workspaces and their rooms, and an arrow for each import between them. */
import { workspaces as doors } from './doors.mjs';
import { readRoomGraph } from './room-graph.mjs';

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The workspaces that have rooms, with what they are. */
const houses = {
  'sign-in': { x: 20, y: 20, width: 400, height: 560, text: 'the sign-in app' },
  service: { x: 450, y: 20, width: 480, height: 560, text: 'the auth service' },
};

const height = 44;

/** Where each room is drawn, by hand: what is above enters what is below. Boxes with a text are whole workspaces. */
const rooms = {
  'sign-in/main': { x: 60, y: 70, width: 120 },
  'sign-in/build': { x: 240, y: 70, width: 120 },
  'sign-in/app': { x: 120, y: 150, width: 180 },
  'sign-in/screens': { x: 60, y: 230, width: 300 },
  'sign-in/auth': { x: 30, y: 310, width: 140 },
  'sign-in/forms': { x: 270, y: 310, width: 130 },
  'sign-in/later': { x: 72, y: 390, width: 66 },
  'sign-in/i18n': { x: 250, y: 455, width: 84 },
  'sign-in/config': { x: 190, y: 523, width: 66 },
  'service/main': { x: 510, y: 70, width: 260 },
  'service/dev': { x: 790, y: 150, width: 110 },
  'service/app': { x: 580, y: 150, width: 120 },
  'service/http': { x: 480, y: 230, width: 420 },
  'service/flows': { x: 480, y: 310, width: 420 },
  'service/deps': { x: 635, y: 390, width: 110 },
  'service/gateways': { x: 455, y: 455, width: 170 },
  'service/store': { x: 635, y: 455, width: 110 },
  'service/security': { x: 780, y: 455, width: 120 },
  'service/settings': { x: 456, y: 523, width: 76 },
  'service/deadline': { x: 540, y: 523, width: 80 },
  'service/metrics': { x: 628, y: 523, width: 74 },
  'service/work': { x: 710, y: 523, width: 50 },
  'service/texts': { x: 768, y: 523, width: 54 },
  'service/refusal': { x: 830, y: 523, width: 76 },
  journeys: { x: 1080, y: 70, width: 160, text: 'tests in the browser' },
  testing: { x: 1080, y: 230, width: 160, text: 'what such tests share' },
  bench: { x: 955, y: 150, width: 105, text: 'measurements' },
  session: { x: 20, y: 620, width: 120, text: 'who is signed in' },
  log: { x: 165, y: 620, width: 110, text: 'what is logged' },
  texts: { x: 290, y: 620, width: 140, text: 'words and languages' },
  dashboard: { x: 955, y: 500, width: 190, text: "the admin's dashboard" },
  ui: { x: 442, y: 620, width: 142, text: 'the component library' },
  workshop: { x: 1250, y: 150, width: 160, text: 'the components, shown' },
  contract: { x: 20, y: 710, width: 1390, text: 'what the apps and the service agreed on' },
};

/** @param {string} name */
function boxOf(name) {
  const box = /** @type {Record<string, { x: number, y: number, width: number, text?: string }>} */ (rooms)[
    name
  ];
  if (box === undefined) throw new Error(`${name} has no box: give it one in tools/house/rooms-picture.mjs.`);
  return { text: foldersOf(name), ...box, height };
}

/**
 * The folders of a room that has several, for its second line.
 *
 * @param {string} name
 */
function foldersOf(name) {
  const [workspace = '', room = ''] = name.split('/');
  const paths = doors[workspace]?.layers?.flatMap((layer) => layer[room] ?? []) ?? [];
  const folders = paths
    .map((path) => path.replace('src/', ''))
    .filter((path) => path !== room && !path.includes('.'));
  return folders.length === 0 ? undefined : folders.join(' · ');
}

/** @returns {string} the SVG */
export function drawRooms() {
  const edges = readRoomGraph();
  const lines = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1430 800" role="img" aria-labelledby="title">',
    '<title id="title">The rooms of the repository, and who imports whom</title>',
    '<style>',
    'text { font: 15px system-ui, sans-serif; fill: #1d2433; text-anchor: middle; dominant-baseline: central }',
    '.small { font-size: 12px; fill: #5b6478 }',
    '.paper { fill: #ffffff } .house { fill: #f4f6fa; stroke: #d5dae5 } .room { fill: #ffffff; stroke: #8a94a9 }',
    '.workspace { fill: #eaf0fb; stroke: #7f93bd }',
    'path { fill: none; stroke: #5872a8; stroke-width: 1.4 } .tip { fill: #5872a8; stroke: none }',
    '@media (prefers-color-scheme: dark) {',
    'text { fill: #e8ebf2 } .small { fill: #a3acc0 }',
    '.paper { fill: #12151c } .house { fill: #1a1f29; stroke: #333b4b } .room { fill: #232a37; stroke: #6b7690 }',
    '.workspace { fill: #24304a; stroke: #6c82b5 }',
    'path { stroke: #8fa8dd } .tip { fill: #8fa8dd; stroke: none }',
    '}',
    '</style>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
    '<path class="tip" d="M0 0.5 L8 4 L0 7.5 z"/></marker></defs>',
    '<rect class="paper" width="1430" height="800"/>',
    ...Object.entries(houses).flatMap(([name, { text, ...box }]) => [
      rectangle('house', box),
      `<text x="${box.x + box.width / 2}" y="${box.y + 24}">${name} <tspan class="small">${text}</tspan></text>`,
    ]),
    ...drawArrows(edges),
    ...Object.keys(rooms).flatMap(drawRoom),
    '<text class="small" x="715" y="778">An arrow is an import. Left out: tests, and imports that a chain of arrows implies. Made by npm run draw rooms.</text>',
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {string} name */
function drawRoom(name) {
  const { text, ...box } = boxOf(name);
  const [middle, center] = [box.x + box.width / 2, box.y + box.height / 2];
  const label = name.split('/').at(-1);
  const kind = name.includes('/') ? 'room' : 'workspace';
  if (text === undefined) return [rectangle(kind, box), `<text x="${middle}" y="${center}">${label}</text>`];
  return [
    rectangle(kind, box),
    `<text x="${middle}" y="${center - 8}">${label}</text>`,
    `<text class="small" x="${middle}" y="${center + 11}">${text}</text>`,
  ];
}

/**
 * @param {string} kind
 * @param {Box} box
 */
function rectangle(kind, { x, y, width, height: tall }) {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${tall}" rx="8"/>`;
}

/** @param {readonly import('./room-graph.mjs').Edge[]} edges */
function drawArrows(edges) {
  return edges.map(([from, to]) => {
    const [source, target] = [boxOf(from), boxOf(to)];
    // A wide box below is met where the arrow comes from.
    const center = (/** @type {Box} */ box) => box.x + box.width / 2;
    const start = portOf(
      source,
      edges.filter((edge) => edge[0] === from).map((edge) => edge[1]),
      to,
    );
    const end =
      target.width > 400
        ? Math.max(target.x + 20, Math.min(start, target.x + target.width - 20))
        : portOf(
            target,
            edges.filter((edge) => edge[1] === to).map((edge) => edge[0]),
            from,
          );
    if (target.y < source.y + source.height) {
      const [x1, x2] =
        center(source) > center(target)
          ? [source.x, target.x + target.width]
          : [source.x + source.width, target.x];
      const [y1, y2] = [source.y + source.height / 2, target.y + target.height / 2];
      return `<path d="M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}" marker-end="url(#tip)"/>`;
    }
    const [y1, y2] = [source.y + source.height, target.y];
    const bend = Math.min(60, (y2 - y1) / 2);
    return `<path d="M${start} ${y1} C${start} ${y1 + bend} ${end} ${y2 - bend} ${end} ${y2}" marker-end="url(#tip)"/>`;
  });
}

/**
 * Where on its side a box is left or met by the arrow to or from `other`: the arrows of a side keep the order of their
 * other ends.
 *
 * @param {Box} box
 * @param {readonly string[]} others
 * @param {string} other
 */
function portOf(box, others, other) {
  const middle = (/** @type {string} */ name) => boxOf(name).x + boxOf(name).width / 2;
  const index = others.toSorted((a, b) => middle(a) - middle(b)).indexOf(other);
  return Math.round(box.x + (box.width * (index + 1)) / (others.length + 1));
}
