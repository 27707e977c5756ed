/** An identity provider by `samlp`. It has no types of its own: here is as much of it as the journeys use. */
import { createRequire } from 'node:module';

import type { SamlLibrary } from './foreign-saml.ts';

interface Request {
  readonly method: 'GET';
  readonly query: Record<string, string>;
  readonly headers: { readonly host: string };
  readonly protocol: 'http';
  readonly originalUrl: string;
}
interface Response {
  set(name: string, value: string): void;
  send(what: unknown): void;
}
type Middleware = (request: Request, response: Response, next: (error: unknown) => void) => void;
type Done<Value> = (error: unknown, value?: Value) => void;

interface Samlp {
  auth(options: Record<string, unknown>): Middleware;
  sendError(options: Record<string, unknown>): Middleware;
  metadata(options: Record<string, unknown>): Middleware;
  parseRequest(
    request: Request,
    options: Record<string, unknown>,
    done: Done<{ id: string; assertionConsumerServiceURL: string }>,
  ): void;
}

const require = createRequire(import.meta.url);
const library: Samlp = require('samlp');

const requestDenied = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied';

export const samlp: SamlLibrary = {
  name: 'samlp',
  setUp({ url, privateKey, certificate, serviceMetadata }) {
    const [, signingCert] = /use="signing">.*?<ds:X509Certificate>([^<]+)</s.exec(serviceMetadata) ?? [];
    if (signingCert === undefined)
      throw new Error('The metadata of the service has no certificate that signs');
    const signing = {
      issuer: `${url}/metadata`,
      key: privateKey,
      cert: certificate,
      signResponse: true,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
    };
    const requestOf = (query: URLSearchParams): Request => ({
      method: 'GET',
      query: Object.fromEntries(query),
      headers: { host: new URL(url).host },
      protocol: 'http',
      originalUrl: '/metadata',
    });
    let metadata = '';
    const paths = { redirectEndpointPath: '/sso', postEndpointPath: '/sso' };
    library.metadata({ ...signing, ...paths, logoutEndpointPaths: { redirect: '/logout' } })(
      requestOf(new URLSearchParams()),
      { set: () => undefined, send: (text) => (metadata = String(text)) },
      () => undefined,
    );

    return {
      metadata,
      async answer(query, email) {
        const request = requestOf(query);
        const asked = await told<{ id: string; assertionConsumerServiceURL: string }>((done) =>
          library.parseRequest(request, { signingCert, relayState: request.query['RelayState'] }, done),
        );
        const to = asked.assertionConsumerServiceURL;
        const answering =
          email === undefined
            ? library.sendError({
                ...signing,
                inResponseTo: asked.id,
                destination: to,
                RelayState: request.query['RelayState'],
                error: { code: requestDenied },
                getPostURL: (_request: Request, done: Done<string>) => done(null, to),
              })
            : library.auth({
                ...signing,
                signingCert,
                destination: to,
                recipient: to,
                lifetimeInSeconds: 300,
                getUserFromRequest: () => personOf(email),
                getPostURL: (_audience: string, _xml: unknown, _request: Request, done: Done<string>) =>
                  done(null, to),
              });
        const html = await told<unknown>((done) =>
          answering(request, { set: () => undefined, send: (what) => done(null, what) }, done),
        );
        if (typeof html !== 'string') throw new Error(`samlp answered ${String(html)}`);
        return { html };
      },
    };
  },
};

/** A callback's outcome as a promise. */
function told<Value>(ask: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    ask((error, value) => {
      if (error || value === undefined) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve(value);
    });
  });
}

/** Somebody as Passport describes people, which is how samlp wants them. */
function personOf(email: string): object {
  const [id = ''] = email.split('@');
  return { id, emails: [{ value: email }], displayName: id, name: { givenName: id, familyName: 'Example' } };
}
