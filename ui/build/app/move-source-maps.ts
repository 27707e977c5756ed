import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Moves the source maps of a build out of what is served, into a folder of the same shape. */
export async function moveSourceMaps(client: string, maps: string): Promise<void> {
  const names = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.map'));
  await Promise.all(
    [...new Set(names.map(dirname))].map((folder) => mkdir(join(maps, folder), { recursive: true })),
  );
  await Promise.all(names.map((name) => rename(join(client, name), join(maps, name))));
}
