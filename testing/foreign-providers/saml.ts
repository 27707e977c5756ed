/**
 * A company's identity provider that runs a third-party library on loopback. An admin sets it up: it gets the
 * service's metadata, and the service gets its metadata.
 */
import { generate } from 'selfsigned';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { ada, password } from '#screens/sign-in-screens.ts';
import type { Product } from '#product/start-product.ts';

import { type Answer, choiceForm, pageOf, serve } from './server.ts';

/** The settings of a library. Keys and certificate are PEM. */
export interface SamlSetup {
  /** The base address of its pages, `/sso` and `/logout`. */
  readonly url: string;
  readonly privateKey: string;
  readonly certificate: string;
  /** The service's metadata for the company. */
  readonly serviceMetadata: string;
}

/** An identity provider by a library. */
export interface SamlAnswers {
  /** The provider's metadata, written by the library. */
  readonly metadata: string;
  /**
   * Returns the page that posts the library's response to a signed request. `query`: the request by HTTP-Redirect;
   * `email`: the account, or undefined if the provider denies. Throws for a request that the service has not signed.
   */
  answer(query: URLSearchParams, email: string | undefined): Promise<Answer>;
  /**
   * Returns the address that answers a signed logout request by HTTP-Redirect. Throws if the service has not signed
   * it.
   */
  logOut(query: URLSearchParams): Promise<Answer>;
  /** Sends the service a logout request for every session of an address. */
  endSessions(email: string): Promise<Answer>;
  /** Throws unless this is the service's signed response to `endSessions`. */
  checkEnded(query: URLSearchParams): Promise<void>;
}

export interface SamlLibrary {
  readonly name: string;
  setUp(setup: SamlSetup): SamlAnswers;
}

export interface ForeignProvider {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a provider with one account and makes it the company's. `/again` posts its last response once more. */
export async function startForeignProvider(
  library: SamlLibrary,
  account: string,
  admin: CompanyAdmin,
): Promise<ForeignProvider> {
  let last = pageOf('Nothing was answered yet');
  const pages: Record<string, (query: URLSearchParams) => Promise<Answer> | Answer> = {
    '/sso': (query) =>
      pageOf(
        'Pick an account',
        choiceForm('/answer', query, { [`Sign in as ${account}`]: account, Deny: '' }),
      ),
    '/answer': async (query) => {
      const email = query.get('choice') ?? '';
      query.delete('choice');
      return (last = await answers.answer(query, email === '' ? undefined : email));
    },
    '/again': () => last,
    '/logout': async (query) => {
      if (query.has('SAMLRequest')) return answers.logOut(query);
      await answers.checkEnded(query);
      return pageOf(`You are signed out of ${library.name}`);
    },
    '/end': () => answers.endSessions(account),
  };
  const server = await serve(async ({ pathname, searchParams }) => {
    const page = pages[pathname];
    if (page === undefined) throw new Error(`There is no ${pathname} here`);
    return page(searchParams);
  });
  const { private: privateKey, cert: certificate } = await generate(
    [{ name: 'commonName', value: library.name }],
    { algorithm: 'sha256', keySize: 2048 },
  );
  const answers = library.setUp({
    url: server.url,
    privateKey,
    certificate,
    serviceMetadata: await admin.serviceMetadata(),
  });
  await admin.upload(answers.metadata);
  return server;
}

/**
 * Sets up the demo company's identity provider as its admin, by calls to the service: there is no screen for it yet.
 */
export interface CompanyAdmin {
  /** The service's SAML metadata for this company. */
  serviceMetadata(): Promise<string>;
  /** Uploads the metadata of the company's identity provider. */
  upload(metadata: string): Promise<void>;
}

/** Signs the admin in with a password and a mailed code. The tokens expire after 15 minutes. */
export async function signInAdmin(product: Product): Promise<CompanyAdmin> {
  const call = async <Wire>(path: string, body: object): Promise<Wire> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await expectOk(answer).json()) as Wire;
  };
  const { signInWithPassword, verifyCode } = endpoints;
  const { mfa } = await call<{ mfa: { session: string } }>(signInWithPassword.path, { email: ada, password });
  const tokens = await call<{ access_token: string; id_token: string }>(verifyCode.path, {
    email: ada,
    code: await product.mailbox.nextCode(ada),
    session: mfa.session,
  });
  const [, claims = ''] = tokens.id_token.split('.');
  const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { 'custom:company_id': string };
  const company = known['custom:company_id'];

  return {
    serviceMetadata: async () =>
      expectOk(await fetch(`${product.url}/auth/v1/saml/${company}/metadata`)).text(),
    async upload(metadata) {
      const body = new FormData();
      body.append('file', new Blob([metadata]), 'metadata.xml');
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const path = `/auth/v1/companies/${company}/saml/configuration`;
      const answer = await fetch(product.url + path, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
    },
  };
}

function expectOk(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer;
}
