/**
 * The load generator, as a worker: many clients on keep-alive connections, each with one call at a time. It uses
 * little processor time, because it runs on the cores that it measures.
 */
import { randomUUID } from 'node:crypto';

import { quantile } from '#figures.ts';
import { type Answer, type Connection, openConnection } from './keep-open.ts';
import { serveJobs } from './worker.ts';

export interface LoadJob {
  /** The calls: sign-ins of `accounts`, or refreshes of their sessions. */
  readonly kind: 'signIn' | 'refresh';
  readonly url: string;
  /** Accounts are `<prefix>-<number>@northline.test`, numbers 1 to `accounts`. */
  readonly prefix: string;
  readonly accounts: number;
  readonly password: string;
  readonly inFlight: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly count: number;
  /** Failed responses, by status. */
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Enough client addresses that no client reaches its rate limit. */
const clients = 400;
let calls = 0;

serveJobs(async (job: LoadJob): Promise<LoadResult> => {
  const connections = await Promise.all(Array.from({ length: job.inFlight }, () => openConnection(job.url)));
  const posts = connections.map(poster);
  const oneCall = job.kind === 'signIn' ? signIns(job) : refreshes(await openSessions(job, posts));
  const failures: Record<string, number> = {};
  const times: number[] = [];
  const started = performance.now();
  const lane = async (post: Post): Promise<void> => {
    while (performance.now() - started < job.seconds * 1000) {
      const before = performance.now();
      const failure = await oneCall(post);
      times.push(performance.now() - before);
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
    }
  };
  await Promise.all(posts.map(lane));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return {
    count: times.length,
    perSecond: times.length / seconds,
    failures,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
});

type Post = (path: string, body: object) => Promise<Answer>;
/** Makes one call. Resolves to its failure, or to undefined. */
type OneCall = (post: Post) => Promise<string | undefined>;

/** Signs in with right passwords, one account after another. */
function signIns({ prefix, accounts, password }: LoadJob): OneCall {
  return async (post) => {
    const email = `${prefix}-${(calls % accounts) + 1}@northline.test`;
    const { status, body } = await post('/auth/v2/users/session', { email, password });
    return status === 200 && /^\{"(?:basic|mfa)":/.test(body) ? undefined : String(status);
  };
}

/** Signs in every account. Resolves to their refresh tokens. */
async function openSessions(
  { prefix, accounts, password }: LoadJob,
  posts: readonly Post[],
): Promise<string[]> {
  const tokens: string[] = [];
  let number = 0;
  const lane = async (post: Post): Promise<void> => {
    while (number < accounts) {
      number += 1;
      const email = `${prefix}-${number}@northline.test`;
      const { body } = await post('/auth/v2/users/session', { email, password });
      tokens.push(tokenIn(body));
    }
  };
  await Promise.all(posts.map(lane));
  return tokens;
}

/** Refreshes one session after another, each with its newest token. */
function refreshes(tokens: string[]): OneCall {
  return async (post) => {
    const refreshToken = tokens.shift();
    if (refreshToken === undefined) throw new Error('there are fewer sessions than calls at once');
    const { status, body } = await post('/auth/v2/tokens/refresh', { refreshToken });
    if (status !== 200) return String(status);
    tokens.push(tokenIn(body));
    return undefined;
  };
}

function tokenIn(body: string): string {
  const token = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error(`no refresh token in ${body.slice(0, 200)}`);
  return token;
}

/** Makes a call as the app does, from the next client address, with a new Idempotency-Key. */
function poster(connection: Connection): Post {
  return (path, body) => {
    calls += 1;
    const client = calls % clients;
    return connection.post(path, body, [
      `idempotency-key: ${randomUUID()}`,
      `x-forwarded-for: 198.51.${100 + (client >> 8)}.${client & 255}`,
      'x-origin: authentication-ui',
      'x-platform: web',
    ]);
  };
}
