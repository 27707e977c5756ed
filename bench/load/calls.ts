/** The calls that the load makes: of the product, of its peers, and of a server that does nothing. */
import { randomUUID } from 'node:crypto';

import type { Answer, Connection } from './keep-open.ts';

export interface CallJob {
  /**
   * `signIn` and `peerSignIn` (better-auth): with right passwords. `refresh` and `peerRefresh` (oidc-provider): of
   * `tokens`, each with its newest one. `light`: a new device token of the product.
   * `bare`: a POST that is answered immediately; `change`: one that is answered when one row is changed.
   */
  readonly kind: 'signIn' | 'refresh' | 'light' | 'peerSignIn' | 'peerRefresh' | 'bare' | 'change';
  readonly url: string;
  /** Accounts are `<prefix>-<number>@northline.example`, numbers 1 to `accounts`. */
  readonly prefix: string;
  readonly accounts: number;
  readonly password: string;
  /** The accounts' addresses, where they are not made of the prefix. */
  readonly addresses?: readonly string[];
  /** Of `signIn`: the device of every account, as the app sends it. */
  readonly deviceToken?: string;
  /** Of the kinds that refresh; given with the first job for this address. */
  readonly tokens?: readonly string[];
}

/** Makes one call. Resolves to its failure, or to undefined. */
export type OneCall = (connection: Connection) => Promise<string | undefined>;

/** Enough client addresses that no client reaches its rate limit. */
const clients = 400;
let calls = 0;

/** The newest tokens of the sessions at each address, over all jobs. */
const openSessions = new Map<string, string[]>();

/** The header with the address of the next client. */
function nextClient(): string {
  calls += 1;
  const client = calls % clients;
  return `x-forwarded-for: 198.51.${100 + (client >> 8)}.${client & 255}`;
}

/** As the app calls: from the next client address, with a new Idempotency-Key. */
function product(connection: Connection, path: string, body: object): Promise<Answer> {
  const client = nextClient();
  return connection.post(path, body, [
    `idempotency-key: ${randomUUID()}`,
    client,
    'x-origin: authentication-ui',
    'x-platform: web',
  ]);
}

const makers: Readonly<Record<CallJob['kind'], (job: CallJob) => OneCall>> = {
  signIn: (job) => async (connection) => {
    const { deviceToken } = job;
    const { status, body } = await product(connection, '/auth/v2/users/session', {
      ...nextPerson(job),
      contextData: { deviceToken },
    });
    return status === 200 && /^\{"(?:basic|mfa)":/.test(body) ? undefined : String(status);
  },
  light: () => async (connection) =>
    failureOf(await product(connection, '/auth/v2/devices', {}), '"deviceToken":'),
  refresh: (job) =>
    refreshing(job, (connection, refreshToken) =>
      product(connection, '/auth/v2/tokens/refresh', { refreshToken }),
    ),
  peerSignIn: (job) => async (connection) => {
    const client = nextClient();
    return failureOf(await connection.post('/api/auth/sign-in/email', nextPerson(job), [client]), '"token":');
  },
  peerRefresh: (job) =>
    refreshing(job, (connection, token) =>
      connection.post(
        '/token',
        new URLSearchParams({ grant_type: 'refresh_token', client_id: 'web', refresh_token: token }),
        [],
      ),
    ),
  bare: () => async (connection) =>
    failureOf(await connection.post('/', { refreshToken: bareToken }, []), '"refresh_token":'),
  change: () => async (connection) =>
    failureOf(await connection.post('/change', { refreshToken: bareToken }, []), '"refresh_token":'),
};

/** As long as a refresh token of the product. */
const bareToken = 'x'.repeat(43);

export const makerOf = (job: CallJob): OneCall => makers[job.kind](job);

function nextPerson({ prefix, accounts, password, addresses }: CallJob): object {
  const email =
    addresses?.[calls % addresses.length] ?? `${prefix}-${(calls % accounts) + 1}@northline.example`;
  return { email, password };
}

const failureOf = ({ status, body }: Answer, expected: string): string | undefined =>
  status === 200 && body.includes(expected) ? undefined : String(status);

/** Refreshes one session after another, each with its newest token. */
function refreshing(
  { url, tokens: given = [] }: CallJob,
  refresh: (connection: Connection, token: string) => Promise<Answer>,
): OneCall {
  const tokens = openSessions.get(url) ?? [...given];
  openSessions.set(url, tokens);
  return async (connection) => {
    const token = tokens.shift();
    if (token === undefined) throw new Error('there are fewer sessions than calls at once');
    const { status, body } = await refresh(connection, token);
    const next = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
    if (status !== 200 || next === undefined) return String(status);
    tokens.push(next);
    return undefined;
  };
}
