/** An identity provider that runs `samlp`. The library has no types, so this file declares the ones that it uses. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';

import type { SamlLibrary } from './saml.ts';
import { type Answer, pageOf } from './server.ts';

interface Request {
  readonly method: 'GET';
  readonly query: Record<string, string>;
  readonly body: object;
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
  logout(options: Record<string, unknown>): Middleware;
  parseRequest(
    request: Request,
    options: Record<string, unknown>,
    done: Done<{ id: string; assertionConsumerServiceURL: string }>,
  ): void;
}

const require = createRequire(import.meta.url);
const library: Samlp = require('samlp');
const Participants: new (sessions: object[]) => object = require('samlp/lib/sessionParticipants');

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
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
      body: {},
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

    // The session that samlp reads between its own request and the response.
    const states = new Map<string, unknown>();
    const store = {
      save(_request: Request, state: unknown, done: Done<string>) {
        const id = randomUUID();
        states.set(id, state);
        done(null, id);
      },
      load(
        _request: Request,
        id: string,
        options: { destroy?: boolean } | Done<unknown>,
        done?: Done<unknown>,
      ) {
        const state = states.get(id);
        if (typeof options === 'function') return options(null, state);
        if (options.destroy) states.delete(id);
        return done?.(null, state);
      },
    };
    let signedIn = new Participants([]);
    const participant = (nameId: string, sessionIndex?: string) => ({
      serviceProviderId: /entityID="([^"]+)"/.exec(serviceMetadata)?.[1],
      serviceProviderLogoutURL: /<md:SingleLogoutService [^>]*Location="([^"]+)"/.exec(serviceMetadata)?.[1],
      nameId,
      nameIdFormat: emailFormat,
      cert: signingCert,
      sessionIndex,
    });
    // samlp reads messages by HTTP-Redirect and writes its own by HTTP-POST.
    const logout = (query: URLSearchParams): Promise<Answer> =>
      promisify<Answer>((done) =>
        library.logout({ ...signing, deflate: true, sessionParticipants: signedIn, store })(
          requestOf(query),
          {
            set: () => undefined,
            send: (what) => done(null, typeof what === 'string' ? { html: what } : pageOf('ended')),
          },
          done,
        ),
      );

    return {
      metadata,
      logOut(query) {
        const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
        const [, nameId = ''] = /<saml:NameID[^>]*>([^<]*)/.exec(xml) ?? [];
        const [, index] = /<samlp:SessionIndex>([^<]*)/.exec(xml) ?? [];
        signedIn = new Participants([participant(nameId, index)]);
        return logout(query);
      },
      endSessions(email) {
        // The NameID is the account's id.
        signedIn = new Participants([participant(email.split('@')[0] ?? '')]);
        return logout(new URLSearchParams());
      },
      async checkEnded(query) {
        await logout(query);
      },
      async answer(query, email) {
        const request = requestOf(query);
        const asked = await promisify<{ id: string; assertionConsumerServiceURL: string }>((done) =>
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
                getUserFromRequest: () => passportUser(email),
                getPostURL: (_audience: string, _xml: unknown, _request: Request, done: Done<string>) =>
                  done(null, to),
              });
        const html = await promisify<unknown>((done) =>
          answering(request, { set: () => undefined, send: (what) => done(null, what) }, done),
        );
        if (typeof html !== 'string') throw new Error(`samlp answered ${String(html)}`);
        return { html };
      },
    };
  },
};

/** Turns a callback into a promise. */
function promisify<Value>(ask: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    ask((error, value) => {
      if (error || value === undefined) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve(value);
    });
  });
}

/** An account in Passport's format, which samlp expects. */
function passportUser(email: string): object {
  const [id = ''] = email.split('@');
  return { id, emails: [{ value: email }], displayName: id, name: { givenName: id, familyName: 'Example' } };
}
