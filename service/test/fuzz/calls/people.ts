/** The people who call in a fuzz run, and what exists of theirs. Who loses a session by a call signs in again. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { HTTPMethods } from 'fastify';

import { insertCompany } from '#store/accounts/accounts.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { signInBasic, signInToCode } from '#test/drivers/flow-driver.ts';
import { createTestIdp } from '#test/saml/saml-idp.ts';
import type { TestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, rightPassword } from '#test/setup/test-deps.ts';

import type { CallerKind, FuzzRequest } from './requests.ts';
import { boundary, multipartText } from './encodings.ts';

export interface FuzzedService extends TestApp {
  /** Where it listens. */
  readonly url: string;
}

type Kept = 'admin' | 'person' | 'foreign admin';
const keptKinds: readonly Kept[] = ['admin', 'person', 'foreign admin'];

export async function createPeople(service: FuzzedService) {
  const { app, deps } = service;
  const { durable } = deps.store;
  const driver = createDashboardDriver(service);
  const [company, foreign] = [randomUUID(), randomUUID()];
  for (const id of [company, foreign]) await insertCompany(durable, { id, name: 'Northline Demo' });
  const metadata = createTestIdp().metadata('https://idp.northline.test/sso');
  let clients = 0;
  /** A different client address for each request, so that no limit of a client answers instead of the call. */
  const nextClient = (): string => `10.${(clients += 1) >> 16}.${(clients >> 8) & 255}.${clients & 255}`;

  const signUp = (kind: Kept): Promise<SignedIn> =>
    driver.signedIn({
      companyId: kind === 'foreign admin' ? foreign : company,
      roles: [kind === 'person' ? 'User' : 'Admin'],
    });
  const people = new Map<Kept, SignedIn>();
  async function renew(kind: Kept): Promise<void> {
    people.set(kind, await signUp(kind));
  }
  for (const kind of keptKinds) await renew(kind);
  const ofUser = { companyId: company, roles: ['User'] };
  const user = await createAccount(deps, { ...ofUser, secondStep: 'off' });
  const asCreated = await durable
    .selectFrom('accounts')
    .select(['second_step', 'password_hash', 'password_key_id', 'method', 'status'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  /** A sign-in that waits for its code, good for some tries. */
  async function openChallenge(): Promise<string> {
    const { email } = await createAccount(deps, { ...ofUser, secondStep: 'always' });
    return (await signInToCode(deps, email, callFrom(nextClient()))).session;
  }
  let challenge = await openChallenge();
  const { token: endedToken, refreshToken: endedRefresh } = await signUp('admin');
  await app.inject({
    method: 'POST',
    url: '/auth/v2/tokens/revoke',
    payload: { refreshToken: endedRefresh },
    remoteAddress: nextClient(),
  });
  const forged = `${endedToken.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;

  const of = (kind: Kept): SignedIn => {
    const person = people.get(kind);
    if (person === undefined) throw new Error(`nobody is ${kind}`);
    return person;
  };
  const isKept = (kind: CallerKind): kind is Kept => (keptKinds as readonly string[]).includes(kind);
  const tokenOf = (kind: CallerKind): string | undefined =>
    isKept(kind) ? of(kind).token : kind === 'ended' ? endedToken : kind === 'forged' ? forged : undefined;

  const sendAsAdmin: SendAsAdmin = async (method, url, body) => {
    const { statusCode, ...answer } = await app.inject({
      method: method as HTTPMethods as 'POST',
      url,
      headers: { authorization: `Bearer ${of('admin').token}`, ...(body && { 'content-type': body.type }) },
      ...(body && { payload: body.text }),
      remoteAddress: nextClient(),
    });
    return statusCode === 200 ? (JSON.parse(answer.body) as Record<string, unknown>) : {};
  };
  async function restoreBelongings(): Promise<Belongings> {
    // A call may have asked the code of the user, or removed the password.
    await durable.updateTable('accounts').set(asCreated).where('id', '=', user.id).execute();
    await signInBasic(deps, user.email, callFrom(nextClient()));
    const known = {
      accountId: user.id,
      device: randomBytes(32),
      userAgent: undefined,
      how: 'proven',
    } as const;
    await insertDevice(known, deps.clock()).execute(durable);
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
      const { account, refreshToken } = of(isKept(request.caller) ? request.caller : 'admin');
      const { account: other } = of('foreign admin');
      const values: Readonly<Record<string, string>> = {
        own: account.id,
        user: user.id,
        'foreign user': other.id,
        'own email': account.email,
        'user email': user.email,
        'foreign email': other.email,
        company,
        'foreign company': foreign,
        ...belongings,
        domain: claimedDomain,
        password: rightPassword,
        'refresh token': refreshToken,
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
    secretsOf: (kind: CallerKind): string[] => [
      rightPassword,
      ...[tokenOf(kind)].flatMap((token) => token ?? []),
    ],
    /** Signs the caller in again if a call ended the session, or took away what the caller is. */
    async restore(kind: CallerKind, client: string): Promise<void> {
      if (!isKept(kind)) return;
      const { token, account } = of(kind);
      const url = kind === 'person' ? '/auth/v1/account' : `/auth/v1/companies/${account.companyId}/policy`;
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode } = await app.inject({ url, headers, remoteAddress: client });
      if (statusCode !== 200) await renew(kind);
    },
  };
}

export type People = Awaited<ReturnType<typeof createPeople>>;

interface Belongings {
  readonly session: string;
  /** Of the user. */
  readonly 'user session': string;
  readonly 'user device': string;
  readonly invitation: string;
  readonly test: string;
}

/** Sends a call as the admin; the answer's body, which is empty for a refusal. */
type SendAsAdmin = (
  method: string,
  target: string,
  body?: { readonly type: string; readonly text: string },
) => Promise<{ readonly [name: string]: unknown }>;

const claimedDomain = 'harbour.test';

/** @param path the address of the company @param user an account of it @param metadata a provider's */
async function makeBelongings(
  send: SendAsAdmin,
  { path, user, metadata }: { readonly path: string; readonly user: string; readonly metadata: string },
): Promise<Belongings> {
  const json = (value: object) => ({ type: 'application/json', text: JSON.stringify(value) });
  // Refused where it is claimed already.
  await send('POST', `${path}/domains`, json({ domain: claimedDomain }));
  await send('PUT', `${path}/saml/configuration`, {
    type: `multipart/form-data; boundary=${boundary}`,
    text: multipartText({ file: '' }).replace('{{metadata}}', metadata),
  });
  const { testId } = await send('POST', `${path}/saml/test`);
  await send(
    'POST',
    `${path}/invitations`,
    json({ invitations: [{ email: `guest-${randomUUID()}@guest.test` }] }),
  );
  const invitations = await send('GET', `${path}/invitations?pageSize=1`);
  const sessions = await send('GET', '/auth/v1/account/sessions');
  return {
    session: idIn(sessions),
    'user session': idIn(await send('GET', `${path}/users/${user}/sessions`)),
    'user device': idIn(await send('GET', `${path}/users/${user}/devices`)),
    invitation: idIn(invitations),
    test: typeof testId === 'string' ? testId : randomUUID(),
  };
}

/** The id of the last item; another where there is none. */
function idIn({ items }: { readonly [name: string]: unknown }): string {
  const last = Array.isArray(items) ? (items as { id?: string }[]).at(-1) : undefined;
  return last?.id ?? randomUUID();
}
