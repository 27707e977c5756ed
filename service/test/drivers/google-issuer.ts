/** An OpenID issuer for tests: a real JWKS server on loopback that signs valid and invalid tokens. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { GoogleSettings } from '#settings/config.ts';

export interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

type Answer = (response: ServerResponse) => void;

export interface GoogleIssuer {
  readonly google: GoogleSettings;
  readonly key: TestKey;
  /** How often the keys were fetched. */
  asked(): number;
  /** Sets the published keys. */
  publish(...keys: readonly TestKey[]): void;
  /** Sets another response; without an argument, the keys again. */
  answerWith(answer?: Answer): void;
  /** An ID token for an address; `now` in milliseconds. */
  token(email: string, now: number, changes?: Readonly<Record<string, unknown>>, by?: TestKey): string;
  close(): Promise<void>;
}

export const makeTestKey = (kid: string): TestKey => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

export const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A compact JWS (RFC 7515 §7.1) with any header; RS256 unless `signer` says otherwise. */
export function jws(
  header: unknown,
  payload: unknown,
  signer: KeyObject | ((text: string) => Buffer | string),
): string {
  const text = `${encode(header)}.${encode(payload)}`;
  const signature = typeof signer === 'function' ? signer(text) : sign('sha256', Buffer.from(text), signer);
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

export const jwkOf = ({ kid, publicKey }: TestKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
});

let subjects = 0;
/** A new subject. */
export const newSubject = (): string => `1000000000000${(subjects += 1)}`;

/** Starts on a free port. `issuer` is its own address by default. */
export async function startGoogleIssuer(issuer?: string): Promise<GoogleIssuer> {
  const key = makeTestKey('key-1');
  let keys: readonly TestKey[] = [key];
  let asked = 0;
  const withKeys: Answer = (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: keys.map(jwkOf) }));
  };
  let answer = withKeys;
  const server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const google: GoogleSettings = {
    clientId: 'client-of-ours',
    issuer: issuer ?? address,
    authorizeUrl: `${address}/authorize`,
    jwksUrl: `${address}/jwks.json`,
    authority: 'google',
  };
  return {
    google,
    key,
    asked: () => asked,
    publish: (...next) => void (keys = next),
    answerWith: (next = withKeys) => void (answer = next),
    token: (email, now, changes = {}, by = key) =>
      jws(
        { alg: 'RS256', typ: 'JWT', kid: by.kid },
        { ...goodClaims(google, email, now), ...changes },
        by.privateKey,
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The relevant claims of Google's ID tokens; each call has a new subject and a new token id. */
export function goodClaims({ issuer, clientId }: GoogleSettings, email: string, now: number) {
  const iat = Math.floor(now / 1000);
  return {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    sub: newSubject(),
    email,
    email_verified: true,
    // The address belongs to an organisation that Google hosts.
    hd: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
    nonce: 'nonce-of-the-app',
    jti: randomUUID(),
    iat,
    exp: iat + 3600,
  };
}
