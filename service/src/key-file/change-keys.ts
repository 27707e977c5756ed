/** What the commands of the key file do, with the database's word on who still depends on a key. */
import { hours } from '@app/contract/fields/durations.ts';

import { takeUpTime } from '#security/saml/keys.ts';
import { makeSamlKey } from '#security/saml/self-signed.ts';
import {
  addKey,
  KeyChangeRefused,
  nameOf,
  nextId,
  retireKeys,
  switchKey,
  type When,
} from '#security/tokens/key-changes.ts';
import {
  type KeyKind,
  keyKinds,
  type PlacedKey,
  placeKeys,
  type StoredKey,
} from '#security/tokens/key-set.ts';
import { makePepperJwk, makeSecretJwk, makeSigningJwk } from '#security/tokens/keys.ts';

import { changeKeyFile, readKeyFile } from './key-file.ts';
import { countPasswordsByPepper, listCompaniesWithProvider } from '#store/before-start.ts';

export interface Around extends When {
  /** DATABASE_URL; undefined: the users of a key cannot be counted. */
  readonly databaseUrl: string | undefined;
  /** The host of PUBLIC_URL: the name in a new SAML certificate. */
  readonly host: string;
  /** How many companies have imported the new SAML metadata, as the operator says. */
  readonly imported: number | undefined;
}

const takeUp = 'Now let every process read the file: kill -HUP, or restart one after the other.';

export async function addToFile(file: string, kind: KeyKind, around: Around): Promise<string[]> {
  const { isFirst, importers, fresh } = await changeKeyFile(file, async (keys) => {
    // Refused before a key is made, which takes a second.
    addKey(keys, kind, {}, around);
    const first = !placeKeys(keys).some((placed) => placed.kind === kind);
    const names = kind === 'saml' && !first ? await companies(around) : [];
    const made = await makeKey(kind, keys, around);
    return { keys: addKey(keys, kind, made, around), isFirst: first, importers: names, fresh: made };
  });
  if (kind === 'saml' && isFirst)
    return [`${file} has the SAML key ${fresh.kid ?? ''}: single sign-on can be set up.`, takeUp];
  const from = new Date(around.now + takeUpTime).toISOString();
  const then =
    kind === 'saml'
      ? [
          `From ${from} on our metadata has both keys, and providers encrypt for the new one.`,
          'Then every company imports the metadata again, before the switch:',
          ...importers.map((name) => `  ${name}`),
        ]
      : [`From ${from} on: npm run operate keys -- ${file} switch ${kind}`];
  return [`${file} has the next ${kind} key ${fresh.kid ?? ''}. It is not in use yet.`, takeUp, ...then];
}

export async function switchInFile(file: string, kind: KeyKind, around: Around): Promise<string[]> {
  const { keys: switched } = await changeKeyFile(file, async (keys) => {
    const next = switchKey(keys, kind, around);
    if (kind === 'saml') await refuseBeforeImport(file, around);
    return { keys: next };
  });
  const current = placeKeys(switched).find((placed) => placed.kind === kind && placed.stage === 'current');
  return [
    `${file} uses the ${kind} key ${current ? nameOf(current) : ''} now. The one before is still accepted.`,
    takeUp,
    `Later: npm run operate keys -- ${file} retire ${kind}`,
  ];
}

/** Signed requests are refused by a provider that does not have the new certificate. */
async function refuseBeforeImport(file: string, around: Around): Promise<void> {
  const names = await companies(around);
  if (names.length === 0 || around.imported === names.length) return;
  const count = names.length === 1 ? '1 company signs' : `${names.length} companies sign`;
  throw new KeyChangeRefused(
    `${count} in through a provider: ${names.join(', ')}. A provider that checks our requests needs the new ` +
      `metadata first. When each has it: npm run operate keys -- ${file} switch saml --imported ${names.length}`,
  );
}

export async function retireInFile(
  file: string,
  kind: KeyKind,
  around: Around,
): Promise<{ lines: string[]; removed: number }> {
  const { removed, kept } = await changeKeyFile(file, async (keys) => {
    const inUse = kind === 'pepper' ? await pepperUse(around) : undefined;
    return retireKeys(keys, kind, around, inUse);
  });
  const lines = removed.map((id) => `${id} is removed from ${file}.`);
  return { lines: [...lines, ...kept, ...(removed.length > 0 ? [takeUp] : [])], removed: removed.length };
}

async function pepperUse({ databaseUrl }: Around): Promise<(id: string) => string | undefined> {
  if (databaseUrl === undefined)
    throw new KeyChangeRefused(
      'DATABASE_URL is not set. The database tells how many passwords still have an old pepper: without it their ' +
        'owners could be locked out.',
    );
  const counts = await counted(databaseUrl);
  return (id) => {
    const count = counts.get(id) ?? 0;
    if (count === 0) return undefined;
    return (
      `${count === 1 ? '1 password has' : `${count} passwords have`} this pepper still. Each gets the new one when its ` +
      'owner signs in or changes it; keeping an old pepper does no harm.'
    );
  };
}

/** A line for each key: kind, id, stage, age, and who still depends on it. No secret. */
export async function listFile(file: string, { now, databaseUrl }: Around): Promise<string[]> {
  const placed = placeKeys(await readKeyFile(file));
  const counts = databaseUrl === undefined ? undefined : await counted(databaseUrl);
  const rows = keyKinds.flatMap((kind) =>
    placed
      .filter((one) => one.kind === kind)
      .map((one) => [kind, nameOf(one), roleOf(one), ageOf(one, now), countOf(one, counts)]),
  );
  const table = [['kind', 'id', 'role', 'added', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const roles: Readonly<Record<KeyKind, Readonly<Record<PlacedKey['stage'], string>>>> = {
  signing: { current: 'signs', next: 'next, published', old: 'old, verifies' },
  pepper: { current: 'in use', next: 'next, known', old: 'old, for passwords that have it' },
  secret: { current: 'in use', next: 'next, known', old: 'old, accepted' },
  saml: { current: 'signs, decrypts', next: 'next, decrypts', old: 'old, decrypts' },
};

const roleOf = (one: PlacedKey): string => (one.kind === undefined ? '' : roles[one.kind][one.stage]);

function ageOf({ key }: PlacedKey, now: number): string {
  const added = Date.parse(key.added ?? '');
  if (Number.isNaN(added)) return 'not known';
  return `${key.added?.slice(0, 10)}, ${Math.floor((now - added) / hours(24))} days ago`;
}

function countOf({ kind, key }: PlacedKey, counts: ReadonlyMap<string, number> | undefined): string {
  if (kind !== 'pepper' || counts === undefined) return '';
  return `${counts.get(key.kid ?? '') ?? 0} passwords`;
}

async function makeKey(kind: KeyKind, keys: readonly StoredKey[], { host, now }: Around): Promise<StoredKey> {
  if (kind === 'signing') return makeSigningJwk();
  const id = nextId(keys, kind);
  if (kind === 'pepper') return makePepperJwk(id);
  return kind === 'secret' ? makeSecretJwk(id) : makeSamlKey(id, host, now);
}

async function companies({ databaseUrl }: Around): Promise<readonly string[]> {
  if (databaseUrl === undefined)
    throw new KeyChangeRefused(
      'DATABASE_URL is not set. The database tells which companies sign in through a provider and have to import the ' +
        'new metadata.',
    );
  return listCompaniesWithProvider(databaseUrl).catch(refuseUnread);
}

const counted = (url: string): Promise<ReadonlyMap<string, number>> =>
  countPasswordsByPepper(url).catch(refuseUnread);

function refuseUnread(error: unknown): never {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  throw new KeyChangeRefused(
    `The database of DATABASE_URL cannot be read (${reason}). The file is left as it is.`,
  );
}
