/**
 * A company's identity provider by a library that this project did not write: pages of its own on loopback, its own
 * metadata, and answers that nobody here had a hand in. It is set up as an admin does it: with the service's metadata on
 * its side, and with its own uploaded to the service.
 */
import { generate } from 'selfsigned';

import type { CompanyAdmin } from './admin.ts';
import { type Answer, choiceForm, pageOf, serve } from './server.ts';

/** What a library is set up with. Keys and certificate are PEM. */
export interface SamlSetup {
  /** Where its pages are: `/sso` and `/logout` under it. */
  readonly url: string;
  readonly privateKey: string;
  readonly certificate: string;
  /** The service's metadata for the company. */
  readonly serviceMetadata: string;
}

/** A library at work. */
export interface SamlAnswers {
  /** The provider's metadata, as the library writes it. */
  readonly metadata: string;
  /**
   * The page that posts the library's answer to a signed request. `query`: the request as it came, by HTTP-Redirect;
   * `email`: who has signed in, undefined if the provider lets nobody in. Throws for a request that is not the service's.
   */
  answer(query: URLSearchParams, email: string | undefined): Promise<Answer>;
  /** Where a signed request to log out leads, by HTTP-Redirect. Throws for one that is not the service's. */
  logOut(query: URLSearchParams): Promise<Answer>;
  /** Asks the service to end every session of an address. */
  endSessions(email: string): Promise<Answer>;
  /** Throws unless this is the service's signed answer to `endSessions`. */
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

/** Starts a provider with one account, and makes it the company's. `/again` posts its last answer once more. */
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
