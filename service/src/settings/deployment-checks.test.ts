/** Issue: production refuses the keys and the database of development. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { addSamlKey } from '#dev/identity-provider/saml-key.ts';
import { seed } from '#dev/seed.ts';
import { makeKeySet } from '#security/tokens/keys.ts';
import { createStore } from '#store/store.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { testSettings } from '#test/setup/test-deps.ts';

import { deploymentProblems, memoryDumpProblems } from './deployment-checks.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { readKeys } from '#signing-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message about each refused one, by name. */
const saysOf = async (given: Parameters<typeof deploymentProblems>[0]): Promise<string[]> =>
  (await deploymentProblems(given)).map(({ name, says }) => `${name} ${says}`);

function keyFile(name: string, set: unknown, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(set));
  chmodSync(file, mode);
  return file;
}

it('F2: refuses key files of development, without pepper, readable by others or unusable', async () => {
  const dataDir = join(folder, 'data');
  await readKeys({ ...testSettings, dataDir, signingKeyFile: undefined }, (file) =>
    addSamlKey(file, Date.now()),
  );
  const made = join(dataDir, 'signing-keys.json');
  const { keys } = makeKeySet();
  const development = /^SIGNING_KEY_FILE must not be a key set that development made$/;
  // A copied file with another signing key (`npm run operate keys -- FILE switch signing`) is recognised by its keys.
  const { keys: madeKeys } = JSON.parse(readFileSync(made, 'utf8'));
  const cases: [string, RegExp[]][] = [
    [made, [development]],
    [keyFile('copied.json', { keys: [keys[0], ...madeKeys] }), [development]],
    [keyFile('no-pepper.json', { keys: [keys[0]] }), [/^SIGNING_KEY_FILE must have a pepper/]],
    [
      keyFile('world.json', { keys }, 0o644),
      [/^SIGNING_KEY_FILE must be readable by its owner alone, and its mode is 0644$/],
    ],
    [keyFile('group.json', { keys }, 0o640), [/mode is 0640$/]],
    [keyFile('write.json', { keys }, 0o602), [/mode is 0602$/]],
    [keyFile('both.json', { keys: [keys[0]] }, 0o604), [/must have a pepper/, /mode is 0604$/]],
    [
      join(folder, 'missing.json'),
      [/^SIGNING_KEY_FILE is not usable\. The signing keys in .* cannot be used: ENOENT/],
    ],
    [keyFile('empty.json', { keys: [] }), [/no EC P-256/]],
    [keyFile('good.json', { keys }), []],
    [keyFile('read-only.json', { keys }, 0o400), []],
  ];
  let refused = 0;
  for (const [file, expected] of cases) {
    const says = await saysOf({ SIGNING_KEY_FILE: file });
    expect(says, file).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(says[index], file).toMatch(pattern);
    if (says.length > 0) refused += 1;
  }
  // A file at the path of the development key file, with any content.
  const inPlace = join(folder, 'signing-keys.json');
  writeFileSync(inPlace, JSON.stringify({ keys }), { mode: 0o600 });
  expect(await saysOf({ SIGNING_KEY_FILE: inPlace, DATA_DIR: folder })).toHaveLength(1);
  expect(await saysOf({ SIGNING_KEY_FILE: inPlace })).toEqual([]);
});

it('F2: refuses a database with the demo company, also with renamed accounts, and changes nothing', async () => {
  const url = await testDatabase();
  expect(await saysOf({ DATABASE_URL: url })).toEqual([]);

  const store = createStore({ url, log: pino({ level: 'silent' }) });
  const keys = await readKeys({
    ...testSettings,
    dataDir: join(folder, 'seeded'),
    signingKeyFile: undefined,
  });
  await seed(store, createPasswords({ keys }));
  expect(await saysOf({ DATABASE_URL: url })).toEqual([
    'DATABASE_URL must not be a database of development, and has 9 demo accounts (ada@northline.test)',
  ]);
  await store.close();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // Accounts with changed addresses: the company is still the demo company.
  await admin.query(`update accounts set email = 'x' || id || '@example.com'`);
  expect((await saysOf({ DATABASE_URL: url }))[0]).toMatch(/has 9 demo accounts \(x.*@example\.com\)$/);
  // Written by an older version: the company has another id, the addresses are the known ones.
  await admin.query(`insert into companies (id, name) values (gen_random_uuid(), 'Old demo')`);
  await admin.query(
    `update accounts set company_id = (select id from companies where name = 'Old demo'),
       email = case name when 'Ada Moreau' then 'old@northline.test' else email end`,
  );
  await admin.end();
  expect(await saysOf({ DATABASE_URL: url })).toEqual([
    'DATABASE_URL must not be a database of development, and has 1 demo account (old@northline.test)',
  ]);
});

it('accepts an empty database without our tables, and reports a database that does not answer', async () => {
  const url = new URL(await testDatabase());
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query('drop table accounts cascade');
  await admin.end();
  expect(await saysOf({ DATABASE_URL: url.href })).toEqual([]);
  url.port = '9';
  const [says = ''] = await saysOf({ DATABASE_URL: url.href });
  expect(says).toMatch(
    /^DATABASE_URL is not usable\. The database at .* cannot be used: nothing listens there\.$/,
  );
  expect(says).not.toContain(url.password);
});

it('F2: refuses another domain of passkeys once there is one', async () => {
  const url = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [company, account] = [randomUUID(), randomUUID()];
  await client.query(`insert into companies (id, name, second_step) values ($1, 'Works', 'always')`, [
    company,
  ]);
  await client.query(
    `insert into accounts (id, company_id, email, name, method, status, language, roles)
     values ($1, $2, 'ada@works.example', 'Ada', 'password', 'active', 'en', '[]')`,
    [account, company],
  );
  await client.query(
    `insert into passkeys (id, account_id, credential_id, public_key, algorithm, sign_count, aaguid, name, transports,
       backed_up, rp_id, added_at)
     values ($1, $2, 'id', 'key', -7, 0, $1, 'Key', '{}', false, 'example.com', now())`,
    [randomUUID(), account],
  );
  await client.end();
  const given = { DATABASE_URL: url, PUBLIC_URL: 'https://login.example.com' };
  expect(await saysOf({ ...given, PASSKEY_RP_ID: 'example.com' })).toEqual([]);
  expect(await saysOf(given)).toEqual([
    'PASSKEY_RP_ID is login.example.com, and 1 passkey is bound to example.com: nobody could sign in with them',
  ]);
});

it('says in words what is wrong with a database', async () => {
  const url = new URL(await testDatabase());
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const role = `role_${randomUUID().slice(0, 8)}`;
  await admin.query(`create role ${role} login password 'right'`);
  const other = `ascii_${randomUUID().slice(0, 8)}`;
  await admin.query(`create database ${other} template template0 encoding 'SQL_ASCII' locale 'C'`);
  const changed = (change: Partial<Pick<URL, 'pathname' | 'username' | 'password' | 'hostname'>>) =>
    Object.assign(new URL(url), change).href;
  const said: Record<string, string> = {};
  for (const [name, given] of Object.entries({
    'no database': changed({ pathname: '/none' }),
    'no user': changed({ username: 'nobody-here' }),
    'no host': changed({ hostname: 'none.invalid' }),
    encoding: changed({ pathname: `/${other}` }),
    pooler: await refusingPooler('unsupported startup parameter: statement_timeout'),
    'old pooler': await refusingPooler('prepared statement "x" already exists', '42P05'),
  }))
    said[name] = /cannot be used: (.*)\.$/.exec((await saysOf({ DATABASE_URL: given }))[0] ?? '')?.[1] ?? '';
  await admin.query(`drop database ${other}`);
  await admin.query(`drop role ${role}`);
  await admin.end();
  expect(said).toEqual({
    'no database': 'it has no database of that name',
    'no user': expect.stringMatching(/no such user|password is wrong/),
    'no host': expect.stringMatching(/host name is not known/),
    encoding: expect.stringContaining('its encoding is SQL_ASCII and must be UTF8'),
    pooler: expect.stringContaining('refuses the start parameter statement_timeout'),
    'old pooler': expect.stringContaining('a pooler mixes up prepared statements'),
  });
});

/** The URL of a server that answers each connection with one error of PostgreSQL's protocol, as a pooler does. */
async function refusingPooler(message: string, code = '08P01'): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgresql://app:word@127.0.0.1:${(server.address() as AddressInfo).port}/app`;
}

it.each([
  [['--report-uncaught-exception'], undefined, ['NODE_OPTIONS']],
  [['--report_on_signal'], undefined, ['NODE_OPTIONS']],
  [[], '--max-old-space-size=512 --heapsnapshot-near-heap-limit=2', ['NODE_OPTIONS']],
  [['--heapsnapshot-signal=SIGUSR2', '--inspect=0.0.0.0:9229'], '--heap-prof', Array(3).fill('NODE_OPTIONS')],
  [['--abort-on-uncaught-exception'], '--tls-keylog=/tmp/keys', Array(2).fill('NODE_OPTIONS')],
  [['--import', './x.ts', '--max-old-space-size=512'], '--enable-source-maps', []],
  [[], undefined, []],
] as const)('judges %j and %s', (flags, options, names) => {
  expect(memoryDumpProblems(flags, options, undefined).map(({ name }) => name)).toEqual(names);
});

it('refuses NODE_DEBUG', () => {
  expect(memoryDumpProblems([], undefined, 'http').map(({ name }) => name)).toEqual(['NODE_DEBUG']);
  expect(memoryDumpProblems([], undefined, '')).toEqual([]);
});
