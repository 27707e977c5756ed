/**
 * `npm run operate keys -- FILE [list | add KIND | switch KIND | retire KIND]`, and the same by `bin/node` in a
 * release: makes the key file, and changes its keys step by step (docs/operations.md). Prints no secret. Exit code 1 if
 * nothing was done.
 */
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';

import { KeyChangeRefused } from '#security/tokens/key-changes.ts';
import { type KeyKind, keyKinds } from '#security/tokens/key-set.ts';
import { makeKeySet } from '#security/tokens/keys.ts';

import { addToFile, type Around, listFile, retireInFile, switchInFile } from './change-keys.ts';
import { createKeyFile, KeyFileFault } from './key-file.ts';

const usage = [
  'npm run operate keys -- FILE                 makes a key file',
  'npm run operate keys -- FILE list            what is in it, without a secret',
  'npm run operate keys -- FILE add KIND        adds the next key, which every process then knows',
  'npm run operate keys -- FILE switch KIND     uses it; the one before is still accepted',
  'npm run operate keys -- FILE retire KIND     removes old keys that nothing needs any more',
  `KIND is one of ${keyKinds.join(', ')}.`,
  'switch and retire wait until it is safe; --now says that every process has read the file, or that a key has leaked.',
];

interface Given {
  readonly file: string;
  readonly step: string | undefined;
  readonly kind: KeyKind | undefined;
  readonly around: Around;
}

/** Runs a command: its lines for the terminal, and its exit code. */
export async function runKeysCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<{ lines: readonly string[]; code: number }> {
  const given = read(args, env, now);
  if (given === undefined) return { lines: usage, code: 1 };
  try {
    return await perform(given);
  } catch (error) {
    if (error instanceof KeyChangeRefused || error instanceof KeyFileFault)
      return { lines: [error.message], code: 1 };
    throw error;
  }
}

async function perform({ file, step, kind, around }: Given): Promise<{ lines: string[]; code: number }> {
  if (step === undefined) {
    const added = new Date(around.now).toISOString();
    await createKeyFile(
      file,
      makeKeySet().keys.map((key) => ({ ...key, added, usedFrom: added })),
    );
    return {
      lines: [
        `${file} holds a new key set. Keep it secret and backed up, and start the service with SIGNING_KEY_FILE=${file}`,
      ],
      code: 0,
    };
  }
  if (kind === undefined) return { lines: await listFile(file, around), code: 0 };
  if (step === 'add') return { lines: await addToFile(file, kind, around), code: 0 };
  if (step === 'switch') return { lines: await switchInFile(file, kind, around), code: 0 };
  const { lines, removed } = await retireInFile(file, kind, around);
  return { lines, code: removed > 0 ? 0 : 1 };
}

/** Undefined for words that are no command. */
function read(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): Given | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { now: { type: 'boolean' }, imported: { type: 'string' } },
    });
  } catch {
    return undefined;
  }
  const [name, step, word, ...rest] = parsed.positionals;
  const kind = keyKinds.find((one) => one === word);
  const isKnown =
    step === undefined || step === 'list'
      ? word === undefined
      : ['add', 'switch', 'retire'].includes(step) && kind !== undefined;
  if (name === undefined || !isKnown || rest.length > 0) return undefined;
  // npm runs its scripts in the project's folder; the file is relative to the folder of the caller.
  const file = resolve(env['INIT_CWD'] ?? process.cwd(), name);
  const { now: atOnce = false, imported } = parsed.values;
  const host = URL.parse(env['PUBLIC_URL'] ?? '')?.hostname ?? 'sign-in';
  const around = {
    now,
    atOnce,
    databaseUrl: env['DATABASE_URL'] || undefined,
    host,
    imported: imported === undefined ? undefined : Number(imported),
  };
  return { file, step, kind, around };
}

if (import.meta.main) {
  const { lines, code } = await runKeysCommand(process.argv.slice(2), process.env, Date.now());
  (code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = code;
}
