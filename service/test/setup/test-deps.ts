/**
 * The deps of the flows in tests: a real database, real hashing, real keys; only the clock is replaced. A hash is as
 * cheap as argon2id allows; a test about the cost or the time of hashing uses `passwordCost`.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';
import type { Call, Deps } from '#deps.ts';
import { createGoogleKeys } from '#gateways/google-keys.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { type Keys, loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { openMailValues } from '#security/tokens/sealing.ts';
import type { PasswordCost } from '#security/passwords/password-phc.ts';
import { createPasswordStrength } from '#security/passwords/password-strength.ts';
import { createPasswords, type StoredPassword } from '#security/passwords/passwords.ts';
import { type Account, insertAccount, insertCompany, type NewAccount } from '#store/accounts/accounts.ts';
import { createStore, type Store } from '#store/store.ts';
import type { OnStatement } from '#store/connection/prepared-pool.ts';
import type { Counter } from '#store/sign-in/throttles.ts';

import { testDatabaseBySocket } from './test-database.ts';

/** The one password of every test account. */
export const rightPassword = 'Kestrel-Harbour-27!';

export const testSettings: Settings = {
  port: 4000,
  host: 'localhost',
  processes: 1,
  metricsPort: undefined,
  metricsHost: 'localhost',
  environment: 'development',
  publicUrl: 'http://localhost:4000',
  allowedOrigins: ['http://localhost:4000'],
  databaseUrl: undefined,
  dataDir: './data',
  smtpUrl: undefined,
  mailFrom: 'no-reply@localhost',
  signingKeyFile: undefined,
  google: undefined,
  breachedPasswordsUrl: undefined,
  userPoolId: 'pool',
  clientIds: { web: 'web', webSecure: 'web-secure', mobile: 'mobile', mobileSecure: 'mobile-secure' },
  identityUrl: 'http://localhost:4000',
  authUrl: 'http://localhost:4000',
  logIntakeUrl: 'http://localhost:4000/log-intake',
  sentryDsn: undefined,
  dashboardUrl: 'http://localhost:4000/dashboard',
  workspaceUrl: 'http://localhost:4000/workspace',
  desktopUrl: 'phone:',
  riskDataScriptUrl: '',
  dnsName: 'northline',
  reseller: { name: 'Northline', logoUrl: undefined, color: undefined, slogan: undefined },
  signUpUrl: 'http://localhost:4000/signup',
  helpUrl: 'http://localhost:4000/help',
  cookieDomain: undefined,
  passkeyRpId: 'localhost',
  revealSignInMethod: 'always',
  trustedProxies: [],
  frameOrigins: [],
  securityContacts: [],
  securityPolicyUrl: undefined,
  traces: undefined,
  logLevel: 'silent',
};

export interface TestDeps extends Deps {
  readonly store: Store;
  /** Moves the clock, in milliseconds. */
  advance(by: number): void;
  /** The TXT records of the DNS by name; undefined: its servers do not answer. */
  readonly records: Map<string, readonly string[] | undefined>;
  readonly url: string;
  readonly company: { readonly id: string; readonly hash: StoredPassword };
  close(): Promise<void>;
}

/** Shared by all deps of a test process: loading the list of common passwords takes a second. */
const passwordStrength = createPasswordStrength();

const silent = pino({ level: 'silent' });

/** Argon2id in 0.03 ms, for tests that only need right and wrong passwords. */
export const lowestCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Deps on a new database with one company. The clock is stopped until a test advances it. */
export async function createTestDeps(
  options: {
    settings?: Partial<Settings>;
    onStatement?: OnStatement;
    keys?: Keys;
    url?: string;
    /** The cost of a hash: `passwordCost` is that of production. */
    passwordCost?: PasswordCost;
    /** Of all deps; silent by default. */
    log?: Logger;
  } = {},
): Promise<TestDeps> {
  const url = options.url ?? (await testDatabaseBySocket());
  const { onStatement = failing(), passwordCost = lowestCost, log = silent } = options;
  const store = createStore({ url, log, onStatement });
  const keys = options.keys ?? loadKeys(makeKeySet());
  const passwords = createPasswords({ keys, today: passwordCost });
  const company = { id: randomUUID(), hash: await passwords.hash(rightPassword) };
  await insertCompany(store.durable, { id: company.id, name: 'Northline Demo' });
  let now = Date.UTC(2026, 10, 21, 9);
  const clock = () => now;
  const settings = { ...testSettings, ...options.settings };
  const { google } = settings;
  const records = new Map<string, readonly string[] | undefined>();
  return {
    settings,
    store,
    records,
    txtRecords: {
      lookUp: async (name) => (records.has(name) ? records.get(name) : []),
    },
    keys,
    passwords,
    passwordStrength,
    breachedPasswords: undefined,
    googleKeys: google && createGoogleKeys({ url: google.jwksUrl, clock, log }),
    clock,
    advance: (by) => void (now += by),
    wakeMailWorker: () => {},
    log,
    metrics: createMetrics(),
    url,
    company,
    close: () => store.close(),
  };
}

/** One statement of forty-one is rolled back by the database, as far as the service can tell: all tests pass with that. */
function failing(): OnStatement {
  let count = 0;
  return (text) => {
    count += 1;
    if (count % 41 > 0 || text === 'rollback') return;
    throw Object.assign(new Error('could not serialize access (injected)'), { code: '40001' });
  };
}

let accounts = 0;

/** Adds an account with `rightPassword`; `changes` override the defaults. */
export async function createAccount(deps: TestDeps, changes: Partial<NewAccount> = {}): Promise<Account> {
  accounts += 1;
  const method: Strategy = changes.method ?? 'password';
  const account: NewAccount = {
    id: randomUUID(),
    companyId: deps.company.id,
    email: `person-${accounts}@northline.test`,
    name: 'Ada',
    method,
    status: 'active',
    language: 'en',
    roles: ['Admin'],
    ...(method === 'password' && { password: deps.company.hash }),
    ...changes,
  };
  await insertAccount(deps.store.durable, account);
  return account;
}

/** A call from a client; each number is another client. */
export const callFrom = (client: number | string = 1, changes: Partial<Call> = {}): Call => ({
  client: typeof client === 'number' ? `192.0.2.${client}` : client,
  platform: 'authentication-ui',
  language: 'en',
  userAgent: undefined,
  requestId: randomUUID(),
  log: silent,
  ...changes,
});

let clients = 0;
/** A call from a client that no other test of the file uses. */
export const newClient = (): Call =>
  callFrom(`10.${((clients += 1) >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`);

/** What happened to an account, newest first; not its refused attempts. */
export async function eventsOf({ store }: Deps, accountId: string) {
  const { rows } = await sql<{ eventId: string; kind: string; client: string; at: Date }>`
    select event_id as "eventId", kind, client, at from events
    where account_id = ${accountId} and outcome = 'success' order by at desc`.execute(store.relaxed);
  return rows;
}

/** The emails to an address, oldest first, decrypted. */
export async function mailsTo(deps: Deps, to: string) {
  const rows = await deps.store.durable
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload', 'created_at'])
    .$castTo<{ id: string; kind: string; payload: Buffer | null }>()
    .where('recipient', '=', to)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, kind, payload }) => ({
    kind,
    values: payload === null ? undefined : openMailValues(deps.keys, id, payload),
  }));
}

/** The code of the newest mail to an address. */
export async function newestCode(deps: Deps, to: string): Promise<string> {
  const code = (await mailsTo(deps, to)).findLast((mail) => mail.kind === 'loginCode')?.values?.['code'];
  if (code === undefined) throw new Error(`no code was mailed to ${to}`);
  return code;
}

/** Leaves `left` uses in each counter; with 0 they are full until their window ends. */
export async function fillCounters(deps: Deps, counters: readonly Counter[], left: number): Promise<void> {
  for (const { key, limit, window } of counters) {
    const end = new Date(deps.clock() + window);
    const used = { wrong: limit - left, window_ends_at: end, blocked_until: left > 0 ? new Date(0) : end };
    await deps.store.durable
      .insertInto('throttles')
      .values({ key, ...used })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(used))
      .execute();
  }
}
