/**
 * `npm run operate restore -- FILE`: fills an empty database from a backup. Everybody is signed out, open codes and
 * links end, and no waiting email is sent, because the backup does not know what happened after it. `--keep-sessions`
 * is for a move: the service was stopped before the backup was made, and starts again on the copy.
 */
import { access } from 'node:fs/promises';

import { readKeys } from '#signing-keys.ts';
import { countForeignPasswords, countRows, endRestoredAccess } from '#store/operations/backups.ts';
import { inLongTransaction } from '#store/operations/long-transaction.ts';

import {
  fileOf,
  OperationRefusal,
  readArguments,
  readOperationSettings,
  runOperation,
  say,
} from './operation.ts';
import { connectionOf, runPostgresProgram } from './postgres-programs.ts';

const usage = 'npm run operate restore -- FILE [--keep-sessions]';

await runOperation(async () => {
  const { values, positionals } = readArguments({ 'keep-sessions': { type: 'boolean' } }, usage);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new OperationRefusal(usage);
  const file = fileOf(name);
  await access(file).catch(() => {
    throw new OperationRefusal(`${file} cannot be read.`);
  });
  const { settings, databaseUrl } = await readOperationSettings();
  const keys = await readKeys(settings);
  const there = await inLongTransaction(databaseUrl, countRows);
  if (there.length > 0)
    throw new OperationRefusal(
      `The database of DATABASE_URL is not empty: it has ${there.length} tables. Make a new one, and name it in DATABASE_URL.`,
    );
  const connection = connectionOf(databaseUrl);
  const how = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await runPostgresProgram('pg_restore', [...how, `--dbname=${connection.url}`, file], connection);
  const keepsSessions = values['keep-sessions'] === true;
  await finish(databaseUrl, keepsSessions, [...keys.peppers.keys()]).catch((error: unknown) => {
    if (error instanceof OperationRefusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperationRefusal(
      `The restore is not finished (${reason}). Do not start the service on this database: drop it, make a new one, and restore again.`,
    );
  });
});

/** What follows on `pg_restore`. The access ends before all else: until then the sessions of the backup are alive. */
async function finish(
  databaseUrl: string,
  keepsSessions: boolean,
  peppers: readonly string[],
): Promise<void> {
  if (!keepsSessions) {
    const { sessions, mails } = await inLongTransaction(databaseUrl, (db) =>
      endRestoredAccess(db, Date.now()),
    );
    say(`Ended: ${sessions} sessions, and every open code and link but invitations and signups.`);
    say(`Not sent: ${mails} mails that waited when the backup was made.`);
  }
  const tables = await inLongTransaction(databaseUrl, countRows);
  for (const { table, rows } of tables) say(`  ${String(rows).padStart(8)}  ${table}`);
  say(`Restored: ${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
  const foreign = await inLongTransaction(databaseUrl, (db) => countForeignPasswords(db, peppers));
  if (foreign > 0)
    throw new OperationRefusal(
      `${foreign} passwords need a pepper that SIGNING_KEY_FILE does not have: use the key file of the backup's time.`,
    );
}
