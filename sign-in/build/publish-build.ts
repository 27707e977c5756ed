import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts the finished build, in `dist/next`, where the service reads it. Renamed at the end and not built in place: a
 * product that starts or runs meanwhile must not read half a build.
 */
export async function publishBuild(dist: string): Promise<void> {
  const last = join(dist, 'last');
  await rm(last, { recursive: true, force: true });
  await mkdir(last);
  for (const folder of ['client', 'server', 'pages']) {
    await rename(join(dist, folder), join(last, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(join(dist, 'next', folder), join(dist, folder));
  }
  await rm(last, { recursive: true });
  await rmdir(join(dist, 'next'));
}
