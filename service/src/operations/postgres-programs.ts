/**
 * Runs `pg_dump` and `pg_restore`, PostgreSQL's own programs for backups: they come with the packages of its client
 * (Debian: postgresql-client) and must be as new as the server. The password goes by the environment: everybody on the
 * machine reads the arguments of a process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { OperationRefusal } from './operation.ts';

export interface Connection {
  /** The address without the password. */
  readonly url: string;
  /** For the environment of the program. */
  readonly env: Readonly<Record<string, string>>;
}

/** How libpq connects as the service does. */
export function connectionOf(databaseUrl: string): Connection {
  const url = new URL(databaseUrl);
  const env: Record<string, string> = {};
  if (url.password !== '') env['PGPASSWORD'] = decodeURIComponent(url.password);
  url.password = '';
  // Of the service's own driver; libpq refuses parameters that it does not know.
  url.searchParams.delete('uselibpqcompat');
  // The service trusts the machine's authorities; libpq must be told to.
  const checksName = url.searchParams.get('sslmode') === 'verify-full';
  if (checksName && !url.searchParams.has('sslrootcert')) env['PGSSLROOTCERT'] = 'system';
  return { url: url.href, env };
}

/** Runs the program to its end. Throws an `OperationRefusal` with its words where it failed. */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  { env }: Connection,
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(child, 'close').catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new OperationRefusal(
      isMissing
        ? `${program} is not installed. Install the client of PostgreSQL, as new as the server (Debian: apt-get install postgresql-client).`
        : `${program} could not be started: ${String(error)}`,
    );
  });
  if (code !== 0) throw new OperationRefusal(`${program} failed:\n${said.trim()}`);
}
