/**
 * Runs `pg_dump` and `pg_restore`, PostgreSQL's own programs for backups: they come with the packages of its client
 * (Debian: postgresql-client) and must be as new as the server. The password goes by the environment: everybody on the
 * machine reads the arguments of a process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

import { OperationRefusal } from './operation.ts';

export interface Connection {
  /** The address without the password. */
  readonly url: string;
  /** For the environment of the program. */
  readonly env: Readonly<Record<string, string>>;
}

/** Debian's file, which every version of libpq reads; `system` is known from version 16 on. */
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** How libpq connects as the service does. */
export function connectionOf(databaseUrl: string): Connection {
  const url = new URL(databaseUrl);
  const env: Record<string, string> = {};
  if (url.password !== '') env['PGPASSWORD'] = decodeURIComponent(url.password);
  url.password = '';
  const { searchParams } = url;
  const mode = searchParams.get('sslmode');
  // The driver checks the certificate and its name in each of these modes, libpq only in the last.
  const checks =
    mode === null
      ? ['true', '1'].includes(searchParams.get('ssl') ?? '')
      : ['require', 'verify-ca'].includes(mode) && searchParams.get('uselibpqcompat') !== 'true';
  if (checks) searchParams.set('sslmode', 'verify-full');
  // Of the service's own driver; libpq refuses parameters that it does not know.
  for (const own of ['uselibpqcompat', 'ssl']) searchParams.delete(own);
  // The service trusts public authorities; libpq must be told to.
  if (searchParams.get('sslmode') === 'verify-full' && !searchParams.has('sslrootcert'))
    env['PGSSLROOTCERT'] = existsSync(authorities) ? authorities : 'system';
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
