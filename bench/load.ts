/**
 * The load, as a worker: many clients that each wait for their answer before they call again, over connections that
 * are kept open. As light as it can be, for it runs on the cores that it measures.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

import { quantile } from './figures.ts';
import { serveJobs } from './worker.ts';

export interface LoadJob {
  /** Calls that are made: sign-ins of `accounts`, or refreshes of their sessions. */
  readonly kind: 'signIn' | 'refresh';
  readonly url: string;
  /** The addresses of accounts are `<prefix>-<number>@northline.test`, numbers 1 to `accounts`. */
  readonly prefix: string;
  readonly accounts: number;
  readonly password: string;
  readonly inFlight: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly count: number;
  /** Answers that were not what they should be, by status. */
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** So many addresses of clients, that the limits of one client are never met. */
const clients = 400;
let calls = 0;

serveJobs(async (job: LoadJob): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.inFlight });
  const post = createPost(job.url, agent);
  const oneCall = job.kind === 'signIn' ? signIns(job, post) : await refreshes(job, post);
  const failures: Record<string, number> = {};
  const times: number[] = [];
  const started = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - started < job.seconds * 1000) {
      const before = performance.now();
      const failure = await oneCall();
      times.push(performance.now() - before);
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: job.inFlight }, lane));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return {
    count: times.length,
    perSecond: times.length / seconds,
    failures,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
});

type Post = (path: string, body: object) => Promise<Answer>;
/** Makes one call; resolves to how it failed, or to undefined. */
type OneCall = () => Promise<string | undefined>;

/** Right passwords, account after account. */
function signIns({ prefix, accounts, password }: LoadJob, post: Post): OneCall {
  return async () => {
    const email = `${prefix}-${(calls % accounts) + 1}@northline.test`;
    const { status, body } = await post('/auth/v2/users/session', { email, password });
    return status === 200 && /^\{"(?:basic|mfa)":/.test(body) ? undefined : String(status);
  };
}

/** Each session is refreshed with its newest token, session after session. */
async function refreshes(job: LoadJob, post: Post): Promise<OneCall> {
  const tokens: string[] = [];
  for (let number = 1; number <= job.accounts; number += 1) {
    const email = `${job.prefix}-${number}@northline.test`;
    const { body } = await post('/auth/v2/users/session', { email, password: job.password });
    tokens.push(tokenIn(body));
  }
  return async () => {
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

/** A call as the app makes it, from the next client, with an Idempotency-Key of its own. */
function createPost(url: string, agent: Agent): Post {
  const { hostname, port } = new URL(url);
  return (path, body) =>
    new Promise((done, fail) => {
      calls += 1;
      const text = JSON.stringify(body);
      const client = calls % clients;
      const call = request({
        agent,
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        path,
        method: 'POST',
        headers: {
          host: `localhost:${port}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'idempotency-key': randomUUID(),
          'x-forwarded-for': `198.51.${100 + (client >> 8)}.${client & 255}`,
          'x-origin': 'authentication-ui',
          'x-platform': 'web',
        },
      });
      call.once('error', fail);
      call.once('response', (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (received += part));
        response.once('error', fail);
        response.once('end', () => done({ status: response.statusCode ?? 0, body: received }));
      });
      call.end(text);
    });
}
