/**
 * What every command of an operator shares: the service's own settings and keys, its database, and one sentence for
 * each obstacle. Each is a separate program, so that a release without the tools of the repository has it too:
 * `bin/node service/src/operations/first-admin.ts`.
 */
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { pino } from 'pino';

import { readKeys } from '#signing-keys.ts';
import type { Keys } from '#security/tokens/keys.ts';
import { type Environment, type Settings, SettingsError } from '#settings/config.ts';
import { readCheckedSettings } from '#settings/deployment-checks.ts';
import { databaseFault, StartFault } from '#settings/start-faults.ts';
import { databaseReason } from '#store/connection/database-reason.ts';
import { createStore, isDatabaseDown, type Store } from '#store/store.ts';

/** An operation that is not done: one sentence that says why, and what to do. Shown as it is. */
export class OperationRefusal extends Error {}

export interface OperationDeps {
  readonly settings: Settings;
  readonly keys: Keys;
  readonly store: Store;
  readonly databaseUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Writes a line to the person at the terminal. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command's main function and sets the exit code: 1 with a sentence on standard error where it was refused. */
export async function runOperation(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof OperationRefusal || error instanceof SettingsError || error instanceof StartFault;
  return isExpected ? error.message : `The command failed, and nothing was changed: ${error.message}`;
}

/** The arguments after the program. `usage` is shown where they cannot be read. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(options: Options, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new OperationRefusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** A file as the person at the terminal means it: npm runs its scripts in the project's folder. */
export const fileOf = (name: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), name);

/** The settings of the service, and the address of its database. */
export async function readOperationSettings(
  env: Environment = process.env,
): Promise<{ settings: Settings; databaseUrl: string }> {
  const settings = await readCheckedSettings(env);
  if (settings.databaseUrl === undefined)
    throw new OperationRefusal(
      'DATABASE_URL is not set. Run the command with the environment variables of the service.',
    );
  return { settings, databaseUrl: settings.databaseUrl };
}

/** Gives the work the service's settings, keys and migrated database, and closes the database after it. */
export async function withDeps(work: (deps: OperationDeps) => Promise<void>): Promise<void> {
  const { settings, databaseUrl } = await readOperationSettings();
  const keys = await readKeys(settings);
  const store = createStore({ url: databaseUrl, log: pino({ level: 'silent' }), poolSize: 2 });
  try {
    await store.migrate();
    await work({ settings, keys, store, databaseUrl, now: Date.now() });
  } catch (error) {
    throw isDatabaseDown(error) ? databaseFault(databaseReason(error), databaseUrl) : error;
  } finally {
    await store.close();
  }
}
