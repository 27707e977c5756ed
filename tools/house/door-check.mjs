/** Decides whether a file may import what it names, by the table of doors. */
import { freeFolders, libraries, separateFolders, workspaces } from './doors.mjs';
import { resolveImport } from './resolve-import.mjs';
import { isTest } from './source-files.mjs';

/**
 * @typedef {object} Room
 * @property {string} name
 * @property {number} layer 0 is the top
 */

/**
 * @param {string} from the file that imports, as a path from the root of the repository
 * @param {string} specifier what is imported, as it is written
 * @returns {string | undefined} why the import is refused; undefined where it is allowed
 */
export function refuseImport(from, specifier) {
  if (specifier.startsWith('../') && !/^(?:\.\.\/)+package\.json$/.test(specifier))
    return 'No way up: inside a folder write ./x.ts, across folders #room/x.ts, across workspaces @app/workspace/x.ts.';
  const to = resolveImport(from, specifier);
  if (to === undefined) return refusePackage(from, specifier);
  const [home = ''] = from.split('/');
  const [target = ''] = to.split('/');
  return home === target ? refuseRoom(home, from, to) : refuseWorkspace(home, to);
}

/**
 * @param {string} from
 * @param {string} specifier
 */
function refusePackage(from, specifier) {
  const [home = ''] = from.split('/');
  const workspace = workspaces[home];
  const isNamed = (/** @type {string} */ name) => specifier === name || specifier.startsWith(`${name}/`);
  if (
    from.startsWith(`${home}/src/`) &&
    !isTest(from) &&
    workspace?.packages !== undefined &&
    !workspace.packages.some(isNamed)
  )
    return closed(home, specifier, `${home} imports ${workspace.packages.join(', ')} and no other package`);
  if (isTest(from) && workspace?.testsEnterAllRooms) return undefined;
  const library = libraries.find(({ names }) => names.some(isNamed));
  if (library === undefined || [...library.homes, ...freeFolders].some((path) => isWithin(from, path)))
    return undefined;
  return closed(roomOf(from)?.name ?? home, specifier, library.why);
}

/**
 * @param {string} home
 * @param {string} to
 */
function refuseWorkspace(home, to) {
  const enters = workspaces[home]?.enters ?? [];
  if (enters.some((path) => isWithin(to, path))) return undefined;
  const [target = ''] = to.split('/');
  const exists = enters.length === 0 ? 'no other workspace' : `only ${enters.join(', ')}`;
  return closed(
    home,
    enters.some((path) => path.startsWith(`${target}/`)) ? to : target,
    `${home} enters ${exists}`,
  );
}

/**
 * @param {string} home
 * @param {string} from
 * @param {string} to
 */
function refuseRoom(home, from, to) {
  const layers = workspaces[home]?.layers;
  if (layers === undefined || to.endsWith('package.json')) return undefined;
  if (isTest(from) && workspaces[home]?.testsEnterAllRooms) return undefined;
  const [room, target] = [roomOf(from), roomOf(to)];
  if (target === undefined) return undefined;
  if (room === undefined)
    return from.startsWith(`${home}/src/`)
      ? `${from} is in no room: give it a layer in tools/house/doors.mjs.`
      : undefined;
  if (isTest(from) && target.name === 'test') return undefined;
  if (room.name === target.name) return refuseSeparate(from, to);
  if (target.layer > room.layer) return undefined;
  return closed(
    room.name,
    target.name,
    target.layer === room.layer
      ? `${room.name} and ${target.name} are in one layer and never enter one another`
      : `imports go down only: ${describeLayers(layers)}`,
  );
}

/**
 * @param {string} from
 * @param {string} to
 */
function refuseSeparate(from, to) {
  const folder = separateFolders.find((path) => isWithin(from, path) && isWithin(to, path));
  if (folder === undefined) return undefined;
  const part = (/** @type {string} */ path) =>
    path.slice(folder.length + 1).replace(/^([^/]+?)(?:\.test)?(?:\.tsx?$|\/.*)/, '$1');
  if (part(from) === part(to)) return undefined;
  const room = folder.split('/').at(-1);
  return closed(`${room}`, `another of ${room}`, `each of ${folder} is a room of its own`);
}

/**
 * @param {string} path
 * @returns {Room | undefined}
 */
export function roomOf(path) {
  const [home = ''] = path.split('/');
  for (const [layer, rooms] of (workspaces[home]?.layers ?? []).entries()) {
    const found = Object.entries(rooms).find(([, paths]) =>
      paths.some((start) => isWithin(path.replace(/\.test(\.tsx?)$/, '$1'), `${home}/${start}`)),
    );
    if (found !== undefined) return { name: found[0], layer };
  }
  return undefined;
}

/** @param {readonly Record<string, unknown>[]} layers */
function describeLayers(layers) {
  const names = layers.map((rooms) => Object.keys(rooms).join(', '));
  return names.map((name) => (name.includes(',') ? `{${name}}` : name)).join(' → ');
}

/**
 * @param {string} path
 * @param {string} folderOrFile
 */
function isWithin(path, folderOrFile) {
  return path === folderOrFile || path.startsWith(`${folderOrFile}/`);
}

/**
 * @param {string} room
 * @param {string} target
 * @param {string} why
 */
function closed(room, target, why) {
  return `Door ${room} → ${target} does not exist: ${why}.`;
}
