/**
 * Makes the dashboard's calls as the demo company's admin, for journeys about what a person gets after them. The
 * dashboard's own screens have journeys in `journeys/dashboard/`.
 */
import { minutes } from '@app/contract/fields/durations.ts';
import {
  type DashboardCallName,
  dashboardEndpoints,
  endpoints,
  type WireAnswer,
} from '@app/contract/calls/endpoints.ts';
import type { UserChange } from '@app/contract/dashboard/users.ts';
import type { Language, ProviderStep } from '@app/contract/fields/vocabulary.ts';

import { linkIn } from '#browser/links.ts';
import { password } from '#screens/sign-in-screens.ts';
import { call, newAddress, tokensOf, type Person } from './accounts.ts';
import { admin } from './dashboard-session.ts';
import { addTxtRecord } from './stand-in-dns.ts';
import type { Product } from './start-product.ts';

export interface CompanyAdmin {
  /** Invites an address that has no account. */
  invite(email: string, language?: Language): Promise<void>;
  /** Sends an invitation that nobody accepted yet again. */
  inviteAgain(email: string): Promise<void>;
  /** Sets one thing of an account of the company. */
  change(email: string, change: UserChange): Promise<void>;
  requestNewPassword(email: string): Promise<void>;
  requestEmailChange(email: string, newEmail: string): Promise<void>;
  /** Claims a domain and proves it by a record of the stand-in DNS. */
  verifyDomain(domain: string): Promise<void>;
}

interface AdminSession {
  readonly accessToken: string;
  readonly companyId: string;
  /** Milliseconds since the epoch, by the product's clock. */
  readonly signedInAt: number;
}

/** Shorter than an access token lives and than a sign-in is recent. */
const sessionUse = minutes(10);
const sessions = new WeakMap<Product, AdminSession>();

/** The admin's calls. Each throws unless the service did all that it was asked. */
export function asAdmin(product: Product): CompanyAdmin {
  const idOf = async (email: string): Promise<string> => {
    const { items } = await callAsAdmin(product, 'listUsers', { query: { search: email } });
    const found = items.find((user) => user.email === email);
    if (!found) throw new Error(`The demo company has no account ${email}`);
    return found.id;
  };
  return {
    async invite(email, language = 'en') {
      const invitations = [{ email, name: 'Ivo Lindgren', language }];
      expectDone(await callAsAdmin(product, 'invite', { body: { invitations } }));
    },
    async inviteAgain(email) {
      const ids = [await idOf(email)];
      expectDone(await callAsAdmin(product, 'resendInvitations', { body: { ids } }));
    },
    async change(email, change) {
      const ids = [await idOf(email)];
      expectDone(await callAsAdmin(product, 'changeUsers', { body: { ids, change } }));
    },
    async requestNewPassword(email) {
      const userId = await idOf(email);
      await callAsAdmin(product, 'requestNewPassword', { params: { userId } });
    },
    async requestEmailChange(email, newEmail) {
      const userId = await idOf(email);
      await callAsAdmin(product, 'requestEmailChange', { params: { userId }, body: { email: newEmail } });
    },
    async verifyDomain(domain) {
      const { record } = await callAsAdmin(product, 'addDomain', { body: { domain } });
      await addTxtRecord(product, record.name, record.value);
      await callAsAdmin(product, 'verifyDomain', { params: { domain } });
    },
  };
}

/**
 * Creates an account of the demo company by an invitation that is accepted. It signs in with a password and a mailed
 * code. An account of `createAccount` is the only admin of its own company instead.
 */
export async function createColleague(product: Product, name?: string): Promise<Person> {
  const email = newAddress(name);
  await asAdmin(product).invite(email);
  const { token } = linkIn(await product.mailbox.next(email), '/users/confirmation');
  const answer = await call(product, endpoints.acceptInvitation, {
    email,
    confirmationCode: token,
    password,
    passwordConfirmation: password,
    timezone: 'UTC',
    lang: 'en-US',
  });
  if (!answer.ok) throw new Error(`The invitation answered ${answer.status}: ${await answer.text()}`);
  return { email, password };
}

/** Makes the company of a person, who is its admin, require a factor. @param wait until then, in milliseconds */
export async function requireFactor(product: Product, who: Person, wait = 0): Promise<void> {
  const session = await newSession(product, who);
  const { version } = await callBy(session, product, 'readPolicy', {});
  const body = { factorFrom: (await product.now()) + wait, version };
  await callBy(session, product, 'changePolicy', { body });
  // Told by an email, which is not the one that a test waits for next.
  await product.mailbox.next(who.email);
}

/** Lets the demo company ask for a second step after Google and single sign-on, for as long as `work` takes. */
export async function whileProvidersAreAsked(product: Product, work: () => Promise<void>): Promise<void> {
  const set = async (providerStep: ProviderStep): Promise<void> => {
    const { version } = await callAsAdmin(product, 'readPolicy', {});
    await callAsAdmin(product, 'changePolicy', { body: { providerStep, version } });
  };
  await set('always');
  try {
    await work();
  } finally {
    await set('never');
  }
}

interface CallInput {
  /** The ids in the path, but the company's. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const callAsAdmin = async <Name extends DashboardCallName>(
  product: Product,
  name: Name,
  input: CallInput,
): Promise<WireAnswer<Name>> => callBy(await sessionOf(product), product, name, input);

async function callBy<Name extends DashboardCallName>(
  { accessToken, companyId }: AdminSession,
  product: Product,
  name: Name,
  { params = {}, query = {}, body }: CallInput,
): Promise<WireAnswer<Name>> {
  const ids: Readonly<Record<string, string>> = { ...params, id: companyId };
  const { method, path } = dashboardEndpoints[name];
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? ''),
    product.url,
  );
  url.search = new URLSearchParams(query).toString();
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-origin': 'dashboard',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as WireAnswer<Name>;
}

/** Signs the admin in, unless a sign-in of the last minutes can be used. */
async function sessionOf(product: Product): Promise<AdminSession> {
  const now = await product.now();
  const known = sessions.get(product);
  if (known && now - known.signedInAt < sessionUse) return known;
  const session = await newSession(product, admin);
  sessions.set(product, session);
  return session;
}

async function newSession(product: Product, who: Person): Promise<AdminSession> {
  const signedInAt = await product.now();
  // The code is in the email that comes now, not in one that the test left unread.
  await product.mailbox.skip(who.email);
  const { status, tokens } = await tokensOf(product, who);
  if (!tokens) throw new Error(`the sign-in of ${who.email} answered ${status}`);
  const [, claims = ''] = tokens.id_token.split('.');
  const { 'custom:company_id': companyId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    'custom:company_id': string;
  };
  return { accessToken: tokens.access_token, companyId, signedInAt };
}

function expectDone({ results }: { results: readonly { ok: boolean; reason?: string | undefined }[] }): void {
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) throw new Error(`The service did not do it: ${JSON.stringify(failed)}`);
}
