/** The people who call in a fuzz run, and what exists of theirs. Who loses a session by a call signs in again. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';

import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import type { Passwords, StoredPassword } from '#security/passwords/passwords.ts';
import { insertAccount, insertCompany } from '#store/accounts/accounts.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import type { Store } from '#store/store.ts';
import { createTestIdp } from '#test/saml/saml-idp.ts';

import { type Belongings, claimedDomain, makeBelongings, type SendAsAdmin } from './belongings.ts';
import { exchange } from './exchange.ts';
import type { CallerKind, FuzzRequest } from './requests.ts';

export interface FuzzedService {
  readonly url: string;
  /** Its own address, as PUBLIC_URL has it. */
  readonly publicUrl: string;
  readonly store: Store;
  readonly passwords: Pick<Passwords, 'hash'>;
  /** Moves the clock of the service, in milliseconds. */
  advance(by: number): Promise<void>;
  /** Its clock, in milliseconds since the epoch. */
  now(): number;
}

const password = 'Kestrel-Harbour-27!';

interface Person {
  readonly id: string;
  readonly companyId: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

type Kept = 'admin' | 'person' | 'foreign admin';
const keptKinds: readonly Kept[] = ['admin', 'person', 'foreign admin'];

export async function createPeople(service: FuzzedService, agent: Agent) {
  const { store, passwords, url } = service;
  const [company, foreign] = [randomUUID(), randomUUID()];
  for (const id of [company, foreign]) await insertCompany(store.durable, { id, name: 'Northline Demo' });
  const stored: StoredPassword = await passwords.hash(password);
  const metadata = createTestIdp().metadata('https://idp.northline.test/sso');
  let clients = 0;
  /** A different client address for each request, so that no limit of a client answers instead of the call. */
  const nextClient = (): string => `10.${(clients += 1) >> 16}.${(clients >> 8) & 255}.${clients & 255}`;

  async function addAccount(
    companyId: string,
    roles: string[],
    secondStep: 'off' | 'always' = 'off',
  ): Promise<{ id: string; email: string }> {
    const id = randomUUID();
    const email = `p${id.slice(0, 8)}@northline.test`;
    await insertAccount(store.durable, {
      id,
      companyId,
      email,
      roles,
      name: 'Ada',
      method: 'password',
      status: 'active',
      language: 'en',
      secondStep,
      password: stored,
    });
    return { id, email };
  }

  const post = async (target: string, body: object) =>
    exchange(
      url,
      {
        method: 'POST',
        target,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': nextClient() },
        body: JSON.stringify(body),
      },
      agent,
    );

  async function signUp(kind: Kept): Promise<Person> {
    const companyId = kind === 'foreign admin' ? foreign : company;
    const { id, email } = await addAccount(companyId, [kind === 'person' ? 'User' : 'Admin']);
    const answer = await post('/auth/v2/users/session', { email, password });
    const tokens = (JSON.parse(answer?.body ?? '{}') as { basic?: Record<string, string> }).basic;
    if (tokens === undefined) throw new Error(`${kind} cannot sign in: ${answer?.status} ${answer?.body}`);
    return {
      id,
      companyId,
      email,
      token: tokens['access_token'] ?? '',
      refreshToken: tokens['refresh_token'] ?? '',
    };
  }

  const people = new Map<Kept, Person>();
  async function renew(kind: Kept): Promise<void> {
    people.set(kind, await signUp(kind));
  }
  for (const kind of keptKinds) await renew(kind);
  const user = await addAccount(company, ['User']);
  /** A sign-in that waits for its code, good for some tries. */
  async function openChallenge(): Promise<string> {
    const { email } = await addAccount(company, ['User'], 'always');
    const answer = await post('/auth/v2/users/session', { email, password });
    return challengeFromWire(JSON.parse(answer?.body ?? '{}'))?.session ?? '';
  }
  let challenge = await openChallenge();
  const { token: endedToken, refreshToken } = await signUp('admin');
  await post('/auth/v2/tokens/revoke', { refreshToken });
  const forged = `${endedToken.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;

  const of = (kind: Kept): Person => {
    const person = people.get(kind);
    if (person === undefined) throw new Error(`nobody is ${kind}`);
    return person;
  };
  const isKept = (kind: CallerKind): kind is Kept => (keptKinds as readonly string[]).includes(kind);
  const tokenOf = (kind: CallerKind): string | undefined =>
    isKept(kind) ? of(kind).token : kind === 'ended' ? endedToken : kind === 'forged' ? forged : undefined;

  const sendAsAdmin: SendAsAdmin = async (method, target, body) => {
    const headers = {
      'x-forwarded-for': nextClient(),
      authorization: `Bearer ${of('admin').token}`,
      ...(body && { 'content-type': body.type }),
    };
    const answer = await exchange(url, { method, target, headers, body: body?.text }, agent);
    return answer?.status === 200 ? (JSON.parse(answer.body) as Record<string, unknown>) : {};
  };
  async function restoreBelongings(): Promise<Belongings> {
    await post('/auth/v2/users/session', { email: user.email, password });
    const known = {
      accountId: user.id,
      device: randomBytes(32),
      userAgent: undefined,
      how: 'proven',
    } as const;
    await insertDevice(known, service.now()).execute(store.durable);
    return makeBelongings(sendAsAdmin, {
      path: `/auth/v1/companies/${company}`,
      user: user.id,
      metadata,
    });
  }
  let belongings = await restoreBelongings();

  return {
    nextClient,
    /** Everyone signs in again, as after the clock has moved on. */
    renewAll: async () => {
      for (const kind of keptKinds) await renew(kind);
    },
    /** What calls may have ended or used exists again. */
    restoreBelongings: async () => {
      challenge = await openChallenge();
      belongings = await restoreBelongings();
    },
    /** The request with a token, a client's address, and existing values instead of `{{…}}`. */
    filled(request: FuzzRequest): FuzzRequest {
      const own = of(isKept(request.caller) ? request.caller : 'admin');
      const other = of('foreign admin');
      const values: Readonly<Record<string, string>> = {
        own: own.id,
        user: user.id,
        'foreign user': other.id,
        'own email': own.email,
        'user email': user.email,
        'foreign email': other.email,
        company,
        'foreign company': foreign,
        ...belongings,
        domain: claimedDomain,
        password,
        'refresh token': own.refreshToken,
        forged,
        metadata,
        challenge,
        'link token': 'A'.repeat(43),
      };
      const fill = (text: string): string =>
        text.replaceAll(/\{\{([a-z ]+)\}\}/g, (whole, name: string) => values[name] ?? whole);
      const token = tokenOf(request.caller);
      return {
        ...request,
        target: fill(request.target),
        body: request.body === undefined ? undefined : fill(request.body),
        headers: {
          'x-forwarded-for': nextClient(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)])),
        },
      };
    },
    /** What no answer may repeat. */
    secretsOf: (kind: CallerKind): string[] => [password, ...[tokenOf(kind)].flatMap((token) => token ?? [])],
    /** Signs the caller in again if a call ended the session, or took away what the caller is. */
    async restore(kind: CallerKind, client: string): Promise<void> {
      if (!isKept(kind)) return;
      const { token, companyId } = of(kind);
      const target = kind === 'person' ? '/auth/v1/account' : `/auth/v1/companies/${companyId}/policy`;
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': client };
      const answer = await exchange(url, { method: 'GET', target, headers, body: undefined }, agent);
      if (answer?.status !== 200) await renew(kind);
    },
  };
}

export type People = Awaited<ReturnType<typeof createPeople>>;
