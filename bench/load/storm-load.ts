/**
 * A storm of hostile calls, as a worker: they come from the 256 /64 networks of one /48. It times honest calls from
 * other networks meanwhile. Calls start on a schedule and do not wait for earlier ones.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hostilePasswords } from '@app/service/test/hostile-passwords.ts';

import { quantile } from '#figures.ts';
import { type Answer, type Connection, openConnection } from './keep-open.ts';
import { serveJobs } from './worker.ts';

export interface StormJob {
  /** The hostile calls: sign-ins for unknown accounts, malformed sign-ins, or signups with crafted passwords. */
  readonly kind: 'sign-ins' | 'junk' | 'crafted passwords';
  readonly url: string;
  /** The honest accounts are `<prefix>-1@northline.test` and so on; see accounts.ts. */
  readonly prefix: string;
  readonly password: string;
  /** The number of hostile calls, spread over this many seconds. */
  readonly hostile: number;
  readonly seconds: number;
  /** The number of honest calls, spread over the same time. */
  readonly honest: number;
}

export interface StormResult {
  /** The number of responses by status. */
  readonly hostile: Readonly<Record<string, number>>;
  readonly honest: Readonly<Record<string, number>>;
  /** The times of the honest calls, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const paths = {
  session: '/auth/v2/users/session',
  signUp: '/auth/v2/users/signup',
  devices: '/auth/v2/devices',
};
/** Every fifth honest client is in the storm's network, on a device that the account knows. */
const knownEvery = 5;

serveJobs(async (job: StormJob): Promise<StormResult> => {
  const pool = createPool(job.url);
  const signsUp = job.kind === 'crafted passwords';
  const devices = signsUp ? [] : await knownDevices(job, pool);
  const passwords = hostilePasswords(20).filter(({ length }) => length === 64);

  const hostileCall = (n: number): Promise<Answer> => {
    if (job.kind === 'junk') return pool.post(paths.session, { email: `${n}`, password: [n] }, inStorm(n));
    if (signsUp) {
      const password = passwords[n % passwords.length] ?? '';
      return pool.post(paths.signUp, signUpOf(`storm-${n}`, password), inStorm(n));
    }
    return pool.post(paths.session, { email: `nobody-${n}@storm.test`, password: 'x' }, inStorm(n));
  };
  const honestCall = (n: number): Promise<Answer> => {
    const elsewhere = `198.51.${n}.7`;
    if (signsUp) return pool.post(paths.signUp, signUpOf(`honest-${n}`, `Kestrel-Harbour-${n}!`), elsewhere);
    const { email, deviceToken } = devices[n] ?? { email: emailOf(job, n) };
    const body = { email, password: job.password, ...(deviceToken && { contextData: { deviceToken } }) };
    return pool.post(paths.session, body, deviceToken === undefined ? elsewhere : inStorm(n));
  };

  const times: number[] = [];
  const [hostile, honest] = await Promise.all([
    spread(job.hostile, job.seconds, hostileCall),
    spread(job.honest, job.seconds, async (n) => {
      const started = performance.now();
      const answer = await honestCall(n);
      times.push(performance.now() - started);
      return answer;
    }),
  ]);
  pool.close();
  return { hostile, honest, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
});

const emailOf = ({ prefix }: StormJob, n: number): string => `${prefix}-${n + 1}@northline.test`;
const signUpOf = (name: string, password: string): object => ({
  email: `${name}-${randomUUID()}@company.test`,
  companyName: 'A company',
  name: 'Ada Example',
  password,
  passwordConfirmation: password,
});
const inStorm = (n: number): string => `2001:db8:bad:${(n % 256).toString(16)}::${(n + 1).toString(16)}`;

/** Signs in some honest accounts before the storm, so that they know their devices. */
async function knownDevices(
  job: StormJob,
  pool: Pool,
): Promise<readonly ({ email: string; deviceToken?: string } | undefined)[]> {
  const people: ({ email: string; deviceToken?: string } | undefined)[] = [];
  for (let n = 0; n < job.honest; n += knownEvery) {
    const email = emailOf(job, n);
    const { body } = await pool.post(paths.devices, {}, inStorm(n));
    const { deviceToken } = JSON.parse(body) as { deviceToken: string };
    await pool.post(
      paths.session,
      { email, password: job.password, contextData: { deviceToken } },
      inStorm(n),
    );
    people[n] = { email, deviceToken };
  }
  return people;
}

/** Starts `count` calls at even intervals, and counts their responses by status. */
async function spread(
  count: number,
  seconds: number,
  call: (n: number) => Promise<Answer>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = begun + (n * seconds * 1000) / count;
    if (due > performance.now()) await wait(due - performance.now());
    calls.push(
      call(n).then(({ status }) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(calls);
  return statuses;
}

interface Pool {
  /** Posts from the client address `from`, over an idle connection or a new one. */
  post(path: string, body: object, from: string): Promise<Answer>;
  close(): void;
}

function createPool(url: string): Pool {
  const free: Connection[] = [];
  const all: Connection[] = [];
  return {
    async post(path, body, from) {
      let connection = free.pop();
      if (connection === undefined) {
        connection = await openConnection(url);
        all.push(connection);
      }
      const answer = await connection.post(path, body, [
        `idempotency-key: ${randomUUID()}`,
        `x-forwarded-for: ${from}`,
        'x-origin: authentication-ui',
      ]);
      free.push(connection);
      return answer;
    },
    close: () => all.forEach((connection) => connection.close()),
  };
}
