/**
 * People at work, each with one call at a time: sign-ins, refreshes, invitations, new names, new passwords, sign-ups. What
 * the service acknowledged is recorded, and counted in the database afterwards (acknowledged.ts). No call is repeated, but a
 * refresh without an answer is tried again later, under the same Idempotency-Key, as the app does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import type { Answer } from './balancer.ts';
import { password, type Person, type Product } from './product.ts';

/** A change that the service has acknowledged, with what finds it in the database. */
export type Acknowledged =
  | { readonly kind: 'session' | 'refresh'; readonly refreshToken: string }
  | { readonly kind: 'invitation' | 'signUp'; readonly email: string }
  | { readonly kind: 'profileChanged' | 'passwordChanged'; readonly accountId: string };

export interface LoadResult {
  readonly requests: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Requests without an answer and refusals, by what came: `503`, `ECONNRESET`. */
  readonly failed: Readonly<Record<string, number>>;
  /** Calls whose outcome nobody knows: they may have been carried out. */
  readonly unknown: readonly Acknowledged['kind'][];
  /** Sessions that the service no longer knew though nobody ended them. */
  readonly sessionsLost: number;
  /** The longest time without any acknowledged change, in milliseconds. */
  readonly gap: number;
}

export interface Load {
  /** Changes acknowledged so far. */
  count(): number;
  stop(): Promise<LoadResult>;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

let clients = 0;
/** An address of another network for each few calls, so that no limit answers. */
const nextClient = (): string => {
  clients += 1;
  return `${11 + ((clients >> 8) & 63)}.${clients & 255}.7.7`;
};

/** @param think milliseconds between two calls of one person */
export function startLoad(product: Product, people: readonly Person[], think = 20): Load {
  let requests = 0;
  let sessionsLost = 0;
  const acknowledged: Acknowledged[] = [];
  const failed: Record<string, number> = {};
  const unknown: Acknowledged['kind'][] = [];
  let isOver = false;
  let last = performance.now();
  let gap = 0;

  const note = (change: Acknowledged): void => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
    acknowledged.push(change);
  };
  const fail = (answer: Answer, kind: Acknowledged['kind']): void => {
    const what = answer.lost ?? String(answer.status);
    failed[what] = (failed[what] ?? 0) + 1;
    if (answer.lost !== 'ECONNREFUSED') unknown.push(kind);
  };

  async function work(person: Person, first: number): Promise<void> {
    let tokens: Tokens | undefined;
    const known = [password];
    // Each begins at another step, so that not everyone signs up at the same moment.
    let count = first;
    let client = nextClient();
    let refreshKey = randomUUID();
    const ask = async (
      entry: { path: string; method: string },
      body: unknown,
      { signedIn = false, key = randomUUID() }: { signedIn?: boolean; key?: string } = {},
    ): Promise<Answer> => {
      requests += 1;
      const answer = await product.balancer.send({
        path: entry.path.replace('{id}', person.companyId),
        method: entry.method,
        body,
        client,
        headers: {
          'idempotency-key': key,
          ...(signedIn && { authorization: `Bearer ${tokens?.access_token ?? ''}` }),
        },
      });
      await pause(answer.status >= 200 && answer.status < 400 ? think : 100);
      return answer;
    };

    async function signIn(): Promise<void> {
      client = nextClient();
      for (const candidate of known.toReversed()) {
        const answer = await ask(endpoints.signInWithPassword, { email: person.email, password: candidate });
        if (answer.status === 200) {
          tokens = (JSON.parse(answer.text) as { basic: Tokens }).basic;
          refreshKey = randomUUID();
          known.splice(0, known.length, candidate);
          note({ kind: 'session', refreshToken: tokens.refresh_token });
          return;
        }
        // Only a new password whose call got no answer makes two candidates. One that is not refused is tried first from
        // now on: whoever repeats the other one guesses.
        if (answer.status !== 401) known.push(...known.splice(known.indexOf(candidate), 1));
        if (answer.status !== 401 || candidate === known[0]) return fail(answer, 'session');
      }
    }
    async function refresh(): Promise<void> {
      const body = { refreshToken: tokens?.refresh_token };
      const answer = await ask(endpoints.refreshTokens, body, { key: refreshKey });
      if (answer.status === 200 || answer.status === 401) refreshKey = randomUUID();
      if (answer.status === 200) {
        tokens = JSON.parse(answer.text) as Tokens;
        note({ kind: 'refresh', refreshToken: tokens.refresh_token });
        return;
      }
      if (answer.status === 401) {
        sessionsLost += 1;
        tokens = undefined;
      }
      fail(answer, 'refresh');
    }
    /** An access token that is no longer good is renewed, as the app does. */
    const failSignedIn = async (answer: Answer, kind: Acknowledged['kind']): Promise<void> => {
      fail(answer, kind);
      if (answer.status === 401) await refresh();
    };
    async function invite(): Promise<void> {
      const email = `invited-${randomUUID()}@kestrel.example`;
      const answer = await ask(endpoints.invite, { invitations: [{ email }] }, { signedIn: true });
      if (answer.status === 200) note({ kind: 'invitation', email });
      else await failSignedIn(answer, 'invitation');
    }
    async function rename(): Promise<void> {
      const answer = await ask(endpoints.changeAccount, { name: `Ada ${count}` }, { signedIn: true });
      if (answer.status === 200) note({ kind: 'profileChanged', accountId: person.id });
      else await failSignedIn(answer, 'profileChanged');
    }
    async function changePassword(): Promise<void> {
      const [currentPassword = ''] = known;
      const next = `${password}-${randomUUID().slice(0, 8)}`;
      known.push(next);
      const body = { currentPassword, password: next, passwordConfirmation: next };
      const answer = await ask(endpoints.changePassword, body, { signedIn: true });
      if (answer.status === 204) {
        known.shift();
        note({ kind: 'passwordChanged', accountId: person.id });
      } else fail(answer, 'passwordChanged');
      // Without an answer nobody knows which password counts; the next sign-in tries both.
      if (answer.status !== 204) tokens = undefined;
    }
    async function signUp(): Promise<void> {
      client = nextClient();
      const email = `new-${randomUUID()}@elsewhere.example`;
      const body = { email, password, passwordConfirmation: password, name: 'Mia', companyName: 'Elsewhere' };
      const answer = await ask(endpoints.signUp, body);
      if (answer.status === 204) note({ kind: 'signUp', email });
      else fail(answer, 'signUp');
    }

    const steps = [refresh, invite, rename, refresh, signUp, refresh, changePassword, signIn];
    while (!isOver) {
      if (tokens === undefined) await signIn();
      else {
        await steps[count % steps.length]?.();
        count += 1;
      }
    }
    // What every person ends with: the session must still be good.
    if (tokens !== undefined) await refresh();
  }

  const working = people.map(work);
  return {
    count: () => acknowledged.length,
    async stop() {
      isOver = true;
      await Promise.all(working);
      gap = Math.max(gap, performance.now() - last);
      return { requests, acknowledged, failed, unknown, sessionsLost, gap };
    },
  };
}
