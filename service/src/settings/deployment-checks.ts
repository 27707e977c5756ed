/**
 * What production and staging refuse in the key file, the database and the flags of Node (threat D11), which the variables do
 * not show.
 */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pino } from 'pino';

import { isMadeForDevelopment } from '#security/tokens/key-origin.ts';
import { type Keys, loadKeys } from '#security/tokens/keys.ts';
import {
  checkSettings,
  type Environment,
  isDeployed,
  readSettings,
  type Settings,
  SettingsError,
} from './config.ts';
import type { SettingsOptions } from './development-rules.ts';
import type { ReadVariables, SettingProblem } from './setting-variables.ts';
import { databaseFault, keyFileFault } from './start-faults.ts';
import { databaseReason } from '#store/connection/database-reason.ts';
import { createStore } from '#store/store.ts';
import { findDemoData, countPasswordsByPepper, countPasskeysBeside } from '#store/before-start.ts';

type Given = ReadVariables['given'];

/**
 * The settings, with the key file and the database checked outside development. Throws one error that names every
 * problem.
 */
export async function readCheckedSettings(
  env: Environment,
  options: SettingsOptions = {},
): Promise<Settings> {
  const { given, problems } = checkSettings(env, options);
  const deployment = isDeployed(given) ? await deploymentProblems(given) : [];
  if (deployment.length > 0) throw new SettingsError([...problems, ...deployment]);
  return readSettings(env, options);
}

/** Reads the key file and the database that the variables name, and how Node was started; changes nothing. */
export async function deploymentProblems(given: Given): Promise<SettingProblem[]> {
  const problems = await Promise.all([
    given.SIGNING_KEY_FILE === undefined ? [] : keyFileProblems(resolve(given.SIGNING_KEY_FILE), given),
    given.DATABASE_URL === undefined ? [] : databaseProblems(given.DATABASE_URL),
  ]);
  const found = problems.flat();
  const { NODE_OPTIONS: options, NODE_DEBUG: debug } = process.env;
  return [
    ...(found.length > 0 ? found : [...(await pepperProblems(given)), ...(await passkeyProblems(given))]),
    ...memoryDumpProblems(process.execArgv, options, debug),
  ];
}

/** A password whose pepper is missing can never be right: the file is an older one, or another environment's. */
async function pepperProblems({
  SIGNING_KEY_FILE: file,
  DATABASE_URL: url,
}: Given): Promise<SettingProblem[]> {
  if (file === undefined || url === undefined) return [];
  const { peppers } = loadKeys(await readFile(resolve(file), 'utf8'));
  const counts = await countPasswordsByPepper(url);
  return [...counts]
    .filter(([id]) => id !== '' && !peppers.has(id))
    .map(([id, count]) => ({
      name: 'SIGNING_KEY_FILE',
      says: `lacks the pepper "${id}" of ${count === 1 ? '1 password' : `${count} passwords`}: nobody could sign in with them`,
      mend: 'Use the key file that has it: that of another instance, or the one kept with the backup.',
    }));
}

/** A browser offers a passkey only for the domain that it was made for. */
async function passkeyProblems({
  DATABASE_URL: url,
  PASSKEY_RP_ID,
  PUBLIC_URL,
}: Given): Promise<SettingProblem[]> {
  const rpId = PASSKEY_RP_ID ?? (PUBLIC_URL && new URL(PUBLIC_URL).hostname);
  if (url === undefined || rpId === undefined) return [];
  const counts = await countPasskeysBeside(url, rpId);
  return [...counts].map(([domain, count]) => ({
    name: 'PASSKEY_RP_ID',
    says: `is ${rpId}, and ${count === 1 ? '1 passkey is' : `${count} passkeys are`} bound to ${domain}: nobody could sign in with them`,
    mend: `Set PASSKEY_RP_ID to ${domain}, which the host of PUBLIC_URL has to be in.`,
  }));
}

async function keyFileProblems(file: string, given: Given): Promise<SettingProblem[]> {
  const problem = (says: string, mend: string): SettingProblem => ({ name: 'SIGNING_KEY_FILE', says, mend });
  const makeOne = 'Make a new one with npm run operate keys -- FILE, and set SIGNING_KEY_FILE to it.';
  let text: string;
  let keys: Keys;
  let mode: string | undefined;
  try {
    text = await readFile(file, 'utf8');
    keys = loadKeys(text);
    mode = await tooOpenMode(file);
  } catch (error) {
    return [problem(`is not usable. ${keyFileFault(error, file).message}`, makeOne)];
  }
  const own = resolve(given.DATA_DIR ?? './data');
  const problems: SettingProblem[] = [];
  if (isMadeForDevelopment(text) || file === join(own, 'signing-keys.json'))
    problems.push(problem('must not be a key set that development made', makeOne));
  if (keys.pepper === undefined)
    problems.push(
      problem(
        'must have a pepper (a key of type "oct"): without one passwords are hashed without a secret',
        makeOne,
      ),
    );
  if (mode !== undefined)
    problems.push(
      problem(`must be readable by its owner alone, and its mode is ${mode}`, `Run chmod 600 ${file}`),
    );
  return problems;
}

/**
 * The mode of a file that others may read or write, else undefined. As PostgreSQL asks of its key files: a file of this
 * user must be readable only by this user; one of root, as container platforms mount secrets, may be read by our group.
 */
async function tooOpenMode(file: string): Promise<string | undefined> {
  // Windows has no modes.
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  const { mode, uid } = await stat(file);
  const forbidden = uid === 0 && user !== 0 ? 0o037 : 0o077;
  return (mode & forbidden) === 0 ? undefined : (mode & 0o777).toString(8).padStart(4, '0');
}

/** Connects as the service does, and runs a prepared statement by each of its pools. */
async function checkDatabase(url: string): Promise<void> {
  const store = createStore({ url, log: pino({ level: 'silent' }), poolSize: 1 });
  try {
    await store.check();
  } finally {
    await store.close();
  }
}

async function databaseProblems(url: string): Promise<SettingProblem[]> {
  try {
    await checkDatabase(url);
    const demo = await findDemoData(url);
    if (demo === undefined) return [];
    const accounts = demo.accounts === 1 ? '1 demo account' : `${demo.accounts} demo accounts`;
    return [
      {
        name: 'DATABASE_URL',
        says: `must not be a database of development, and has ${accounts} (${demo.example})`,
        mend: 'Use a database that development never used: the password of demo accounts is public.',
      },
    ];
  } catch (error) {
    const { message } = databaseFault(databaseReason(error), url);
    return [
      {
        name: 'DATABASE_URL',
        says: `is not usable. ${message}`,
        mend: 'Start it, mend it, or correct DATABASE_URL.',
      },
    ];
  }
}

/**
 * Node's reports have the environment and the heap's texts, snapshots and core dumps the whole memory, a debugger reads
 * it all, and a key log opens recorded TLS.
 */
const dumps =
  /^--(?:report-|heapsnapshot-|heap-prof|abort-on-uncaught-exception|inspect|tls-keylog|track-heap-objects)/;

/**
 * @param flags Node's own flags of this process
 * @param options the variable NODE_OPTIONS
 * @param debug the variable NODE_DEBUG, by which Node writes requests to standard error
 */
export function memoryDumpProblems(
  flags: readonly string[],
  options: string | undefined,
  debug: string | undefined,
): SettingProblem[] {
  const given = [...flags, ...(options ?? '').split(/\s+/)].map((flag) => flag.replaceAll('_', '-'));
  const refused = [...new Set(given.filter((flag) => dumps.test(flag)).map((flag) => flag.split('=')[0]))];
  return [
    ...refused.map((flag) => ({
      name: 'NODE_OPTIONS' as const,
      says: `must not have ${flag}, nor the command: it writes or opens the memory, which has keys and passwords`,
      mend: `Leave ${flag} out, or use it in development.`,
    })),
    ...(debug === undefined || debug === ''
      ? []
      : [
          {
            name: 'NODE_DEBUG' as const,
            says: 'must not be set: Node then writes requests with their headers to standard error',
            mend: 'Leave NODE_DEBUG out; the log of the service says what happened.',
          },
        ]),
  ];
}
