/**
 * A company's identity provider that runs a third-party library on loopback. An admin sets it up: it gets the
 * service's metadata, and the service gets its metadata.
 */
import { generate } from 'selfsigned';

import type { CompanyAdmin } from './admin.ts';
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
