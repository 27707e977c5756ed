import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

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
