/** The rooms of the product and the imports between them, for the picture. */
import { roomOf } from './door-check.mjs';
import { readImports } from './imports.mjs';
import { isTest } from './source-files.mjs';

/** @typedef {readonly [from: string, to: string]} Edge a room by its workspace and name, or a whole workspace such as `ui` */

/**
 * The imports between rooms, without tests, and without those that a chain of other imports implies.
 *
 * @returns {Edge[]} in the order of the alphabet
 */
export function readRoomGraph() {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { from, to } of readImports()) {
    if (to === undefined || isTest(from)) continue;
    const [source, target] = [nameOf(from), nameOf(to)];
    if (source === undefined || target === undefined || source === target) continue;
    graph.set(source, (graph.get(source) ?? new Set()).add(target));
  }
  return [...graph]
    .flatMap(([from, targets]) => [...targets].map((to) => /** @type {Edge} */ ([from, to])))
    .filter(([from, to]) => !isImplied(graph, from, to))
    .sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));
}

/**
 * @param {string} path
 * @returns {string | undefined} undefined for what is in no picture: tests, tools, and files above the rooms
 */
function nameOf(path) {
  const [workspace = ''] = path.split('/');
  if (workspace === 'tools') return undefined;
  if (workspace !== 'sign-in' && workspace !== 'service') return workspace;
  const room = roomOf(path)?.name;
  return room === undefined || room === 'test' ? undefined : `${workspace}/${room}`;
}

/**
 * Whether another way than the direct one leads from a room to another.
 *
 * @param {Map<string, Set<string>>} graph
 * @param {string} from
 * @param {string} to
 */
function isImplied(graph, from, to) {
  const queue = [...(graph.get(from) ?? [])].filter((next) => next !== to);
  const seen = new Set(queue);
  for (const node of queue) {
    if (node === to) return true;
    const next = [...(graph.get(node) ?? [])].filter((each) => !seen.has(each));
    for (const each of next) seen.add(each);
    queue.push(...next);
  }
  return false;
}
