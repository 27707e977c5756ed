import { mkdir, rename, rm, rmdir, readdir } from 'node:fs/promises';
import { join, dirname } from 'node:path';

/**
 * Moves the finished build of an app from `dist/next` to the directory that the service reads. It is renamed at the end,
 * because a product that starts or runs meanwhile must not read an incomplete build.
 */
export async function publishBuild(dist: string, folders: readonly string[]): Promise<void> {
  const last = join(dist, 'last');
  await rm(last, { recursive: true, force: true });
  await mkdir(last);
  for (const folder of folders) {
    await rename(join(dist, folder), join(last, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(join(dist, 'next', folder), join(dist, folder));
  }
  await rm(last, { recursive: true });
  await rmdir(join(dist, 'next'));
}

/** Moves the source maps of a build out of what is served, into a folder of the same shape. */
export async function moveSourceMaps(client: string, maps: string): Promise<void> {
  const names = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.map'));
  await Promise.all(
    [...new Set(names.map(dirname))].map((folder) => mkdir(join(maps, folder), { recursive: true })),
  );
  await Promise.all(names.map((name) => rename(join(client, name), join(maps, name))));
}
