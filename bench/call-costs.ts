/**
 * Measures what each call costs: statements, bytes of the write-ahead log, and processor time of the service and of the
 * database. One call at a time on an own cluster with its usual settings; each figure is the mean of many calls.
 */
import { randomUUID } from 'node:crypto';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { startPostgres } from '@app/service/dev/postgres/postgres.ts';
import { flows } from '@app/service/src/flows/flows.ts';
import { answerOnce } from '@app/service/src/idempotency/exactly-once.ts';
import { passwordCost } from '@app/service/src/security/passwords/password-phc.ts';
import { createStore } from '@app/service/src/store/store.ts';
import type { Call } from '@app/service/src/deps.ts';
import { newestLink } from '@app/service/test/drivers/link-driver.ts';
import {
  callFrom,
  createAccount,
  createTestDeps,
  newestCode,
  rightPassword,
  type TestDeps,
} from '@app/service/test/setup/test-deps.ts';
import { makeDataFolder } from '@app/testing/product/service-process.ts';
import pg from 'pg';

import type { Figure, Part } from './figures.ts';
import { processorTime } from './processes.ts';

/** Calls of each kind that are measured, after some that are not. */
const calls = 100;
const warmUp = 10;

const newPassword = 'Granite-Meadow-58!';

type FlowName = keyof typeof flows;

export async function measureCallCosts(): Promise<Part[]> {
  const folder = await makeDataFolder();
  const database = await startPostgres({ dataDir: `${folder.path}/database` });
  const watch = new pg.Client({ connectionString: database.url });
  await watch.connect();
  let statements = 0;
  const store = await createTestDeps({
    url: await migrated(database.url),
    passwordCost,
    onStatement: () => void (statements += 1),
  });
  const deps: TestDeps = { ...store, clock: Date.now };
  const figures: Figure[] = [];

  const writtenBytes = async (): Promise<number> => {
    const { rows } = await watch.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    );
    return Number(rows[0]?.bytes);
  };
  const call = <T>(name: FlowName, body: unknown, from: Call): Promise<T> =>
    answerOnce({ name, key: randomUUID(), body, call: from, deps }, (known) =>
      (flows[name] as (...given: unknown[]) => Promise<T>)(body, known, deps),
    );

  /** Runs `work` for each of the prepared values in turn, and adds the row of its means. */
  async function measure<T>(name: string, prepared: readonly T[], work: (value: T) => Promise<unknown>) {
    for (const value of prepared.slice(0, warmUp)) await work(value);
    const [wal, before, databaseBefore] = [
      await writtenBytes(),
      process.cpuUsage(),
      databaseTime(database.pid()),
    ];
    statements = 0;
    for (const value of prepared.slice(warmUp)) await work(value);
    const used = process.cpuUsage(before);
    const written = (await writtenBytes()) - wal;
    const inDatabase = databaseTime(database.pid()) - databaseBefore;
    const each = (sum: number, digits: number): string => (sum / calls).toFixed(digits);
    figures.push({
      name,
      value:
        `${each(statements, 1)} statements, ${each(written / 1000, 1)} kB of log, ` +
        `${each((used.user + used.system) / 1000, 1)} ms service, ${each(inDatabase, 1)} ms database`,
    });
  }

  try {
    const people = await accounts(deps, 'off');
    const coded = await accounts(deps, 'always');
    const signIn = ({ email, from }: Person) =>
      call<unknown>('signInWithPassword', { email, password: rightPassword }, from);
    const tokens: string[] = [];
    await measure('sign-in by password, no code', people, async (person) => {
      const answer = (await signIn(person)) as { basic: { refresh_token: string } };
      tokens.push(answer.basic.refresh_token);
    });
    const sessions: { person: Person; session: string }[] = [];
    await measure('sign-in by password, a code is mailed', coded, async (person) => {
      sessions.push({ person, session: challengeFromWire(await signIn(person))?.session ?? '' });
    });
    const codes: { person: Person; session: string; code: string }[] = [];
    for (const each of sessions) codes.push({ ...each, code: await newestCode(deps, each.person.email) });
    await measure('code', codes, ({ person, session, code }) =>
      call('verifyCode', { email: person.email, code, session }, person.from),
    );
    await measure('wrong password', people, ({ email, from }) =>
      call('signInWithPassword', { email, password: 'wrong' }, from).catch(() => {}),
    );
    await measure('refresh', tokens, (refreshToken) =>
      call<{ refresh_token: string }>('refreshTokens', { refreshToken }, callFrom()),
    );
    await measure('recovery mail', coded, ({ email, from }) => call('recoverPassword', { email }, from));
    const links: { person: Person; code: string }[] = [];
    for (const person of coded)
      links.push({ person, code: (await newestLink(deps, person.email, 'passwordReset')).token });
    await measure('password reset', links, ({ person, code }) =>
      call(
        'resetPassword',
        { email: person.email, code, password: newPassword, passwordConfirmation: newPassword },
        person.from,
      ),
    );
    await measure('sign-out', tokens, (refreshToken) => call('revokeTokens', { refreshToken }, callFrom()));
  } finally {
    await watch.end();
    await deps.close();
    await database.stop();
    await folder.remove();
  }
  return [
    {
      title: 'What a call costs',
      figures,
      note:
        `Means of ${calls} calls, one at a time, after ${warmUp} that are not counted, without HTTP. The log is ` +
        "PostgreSQL's write-ahead log with its full pages; mails are written, and not sent.",
    },
  ];
}

interface Person {
  readonly email: string;
  /** A different client for each, so that no limit answers. */
  readonly from: Call;
}

async function accounts(deps: TestDeps, secondStep: 'off' | 'always'): Promise<Person[]> {
  const people: Person[] = [];
  for (let count = 0; count < warmUp + calls; count += 1) {
    const { email } = await createAccount(deps, { secondStep });
    people.push({ email, from: callFrom(`10.${secondStep === 'off' ? 1 : 2}.0.${count}`) });
  }
  return people;
}

/** Milliseconds of all of PostgreSQL's processes; 0 where the system does not tell. */
const databaseTime = (pid: number | undefined): number =>
  pid === undefined ? 0 : (processorTime(pid, true) ?? 0);

/** The address of the database, with the tables in it. */
async function migrated(url: string): Promise<string> {
  const silent = { warn: () => {} } as unknown as Parameters<typeof createStore>[0]['log'];
  const store = createStore({ url, log: silent });
  await store.migrate();
  await store.close();
  return url;
}
