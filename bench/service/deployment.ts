/** The service as operators run it, on its own database, with accounts that sign in. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '@app/service/dev/postgres/postgres.ts';
import { createPasswords } from '@app/service/src/security/passwords/passwords.ts';
import { newDeviceToken, readDeviceToken } from '@app/service/src/security/tokens/device-token.ts';
import { hashHandle } from '@app/service/src/security/tokens/handles.ts';
import { type Keys, loadKeys, makeKeySet } from '@app/service/src/security/tokens/keys.ts';
import { deriveRefreshToken } from '@app/service/src/security/tokens/refresh-token.ts';
import { insertAccount, insertCompany } from '@app/service/src/store/accounts/accounts.ts';
import { createStore } from '@app/service/src/store/store.ts';
import { productionEnvironment } from '@app/service/test/setup/production-environment.ts';
import { makeDataFolder, startService, type ServiceProcess } from '@app/testing/product/service-process.ts';
import pg from 'pg';

import { addAccounts, password } from '#accounts.ts';
import { startMailSink } from '#mail-sink.ts';

export interface Deployment {
  readonly databaseUrl: string;
  databasePid(): number;
  /** The number of emails that the service has sent. */
  mails(): number;
  start(options?: {
    readonly flags?: readonly string[];
    readonly processes?: number;
  }): Promise<ServiceProcess>;
  /** Of the device on which the sessions below were opened. */
  readonly deviceToken: string;
  /**
   * Opens sessions in the database: of so many `plain` accounts, or of those with the addresses. Their accounts know the
   * device from then on. Resolves to their refresh tokens.
   */
  openSessions(of: number | readonly string[]): Promise<string[]>;
  /** Removes everything; the services must be stopped. */
  remove(): Promise<void>;
}

/** Has `accounts` of each kind that accounts.ts adds. */
export async function createDeployment(accounts: number): Promise<Deployment> {
  const folder = await makeDataFolder();
  const sink = await startMailSink();
  const database = await startPostgres({ dataDir: `${folder.path}/database` });
  const keySet = makeKeySet();
  const keys = loadKeys(keySet);
  const deviceToken = newDeviceToken(keys);
  const keyFile = join(folder.path, 'keys.json');
  await writeFile(keyFile, JSON.stringify(keySet), { mode: 0o600 });
  await addModels(database.url, await createPasswords({ keys }).hash(password));
  await addAccounts(database.url, accounts);
  await renameDomain(database.url);
  return {
    databaseUrl: database.url,
    databasePid: () => database.pid() ?? 0,
    mails: () => sink.count(),
    start: ({ flags = [], processes = 1 } = {}) =>
      startService(folder.path, {
        settings: {
          ...productionEnvironment,
          // As production, but for TLS to the database and the mail server.
          ENVIRONMENT: 'staging',
          DATABASE_URL: database.url,
          SMTP_URL: sink.url,
          SIGNING_KEY_FILE: keyFile,
          TRUSTED_PROXIES: '127.0.0.1',
          PROCESSES: String(processes),
        },
        // As deploy/Containerfile.
        flags: ['--max-semi-space-size=8', ...flags],
      }),
    deviceToken,
    openSessions: (of) =>
      addSessions(
        database.url,
        { keys, deviceToken },
        typeof of === 'number'
          ? Array.from({ length: of }, (_, n) => `plain-${n + 1}@northline.example`)
          : of,
      ),
    async remove() {
      await database.stop();
      sink.stop();
      await folder.remove();
    },
  };
}

/** The accounts that others are copied from, as accounts.ts wants them. */
async function addModels(
  url: string,
  stored: { readonly hash: string; readonly keyId: string | null },
): Promise<void> {
  const silent = { warn: () => {} } as unknown as Parameters<typeof createStore>[0]['log'];
  const store = createStore({ url, log: silent, poolSize: 1 });
  await store.migrate();
  const companyId = randomUUID();
  await insertCompany(store.durable, { id: companyId, name: 'Northline', secondStep: 'always' });
  for (const [email, secondStep] of [
    ['ben@northline.test', 'off'],
    ['ada@northline.test', 'always'],
  ] as const)
    await insertAccount(store.durable, {
      id: randomUUID(),
      companyId,
      email,
      name: 'Ada Moreau',
      method: 'password',
      status: 'active',
      secondStep,
      language: 'en',
      roles: ['Agent'],
      password: stored,
    });
  await store.close();
}

/** Production refuses a database that has accounts of the demo's domains. */
async function renameDomain(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update accounts set email = split_part(email, '@', 1) || '@northline.example'`);
  await client.query('vacuum analyze accounts');
  await client.end();
}

async function addSessions(
  databaseUrl: string,
  { keys, deviceToken }: { readonly keys: Keys; readonly deviceToken: string },
  addresses: readonly string[],
): Promise<string[]> {
  const ids = addresses.map(() => randomUUID());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into families (id, account_id, strategy, event_id, client, created_at, expires_at)
      select s.id, a.id, 'password', gen_random_uuid(), '192.0.2.1', now(), now() + interval '30 days'
      from unnest($1::uuid[], $2::text[]) as s (id, email) join accounts a on a.email = s.email`,
      [ids, addresses],
    );
    await client.query(
      `insert into devices (account_id, device, known_at, last_used_at, proven)
      select id, $1, now(), now(), false from accounts where email = any ($2::text[]) on conflict do nothing`,
      [hashHandle(readDeviceToken(keys, deviceToken) ?? ''), addresses],
    );
    await client.query('analyze families, devices');
    return ids.map((familyId) => deriveRefreshToken({ familyId, generation: 0 }, keys));
  } finally {
    await client.end();
  }
}
