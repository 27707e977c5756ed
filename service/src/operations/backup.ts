/**
 * `npm run operate backup -- FILE`: writes the whole database into a new file, as it was at one moment, while the
 * service runs. The file has addresses and hashes of passwords; the key file is not in it.
 */
import { open, rename, rm, stat } from 'node:fs/promises';

import {
  fileOf,
  OperationRefusal,
  readArguments,
  readOperationSettings,
  runOperation,
  say,
} from './operation.ts';
import { connectionOf, runPostgresProgram } from './postgres-programs.ts';

const usage = 'npm run operate backup -- FILE';

await runOperation(async () => {
  const { positionals } = readArguments({}, usage);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new OperationRefusal(usage);
  const file = fileOf(name);
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw new OperationRefusal(`${file} exists already. Name a file that does not.`);
  const { databaseUrl } = await readOperationSettings();
  const connection = connectionOf(databaseUrl);
  // Whole or missing; readable only by this user from its first byte on.
  const part = `${file}.part`;
  await (await open(part, 'w', 0o600)).close();
  try {
    const format = ['--format=custom', '--no-owner', '--no-privileges'];
    await runPostgresProgram(
      'pg_dump',
      [...format, `--file=${part}`, `--dbname=${connection.url}`],
      connection,
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  say(
    `${file} has the database: ${(await stat(file)).size} bytes. Keep it as secret as the database itself.`,
  );
  say(
    'Keep the key file (SIGNING_KEY_FILE) in another place: without it no password of the backup is of use.',
  );
});
