/** Makes tokens as the service issues them, except for the signature, which no browser checks. */
import {
  toWire,
  type Tokens,
  type TokensOnTheWire,
  type IdTokenClaims,
} from '@app/contract/tokens/tokens.ts';

function base64url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

export const claimsAt = (now: number, changes: Partial<IdTokenClaims> = {}): IdTokenClaims => ({
  iss: 'http://localhost:4000',
  sub: 'account-1',
  aud: 'web',
  iat: Math.floor(now / 1000),
  exp: Math.floor(now / 1000) + 900,
  email: 'ada@northline.test',
  event_id: 'event-1',
  'custom:user_id': '1',
  'custom:company_id': '1',
  'custom:roles': '["Admin"]',
  ...changes,
});

/** An ID token with these claims. */
export const idTokenWith = (claims: unknown): string =>
  `${base64url({ alg: 'ES256', typ: 'JWT' })}.${base64url(claims)}.c2lnbmF0dXJl`;

/** A token set issued at a time; `mark` makes the sets of one test differ. */
export const tokensAt = (now: number, mark: string, changes: Partial<Tokens> = {}): Tokens => ({
  accessToken: `access-${mark}`,
  idToken: idTokenWith(claimsAt(now, { event_id: mark })),
  refreshToken: `refresh-${mark}`,
  expiresIn: 900,
  refreshTokenExpirationDate: Math.floor(now / 1000) + 14 * 86_400,
  authStrategy: 'password',
  ...changes,
});

export const wireTokensAt = (now: number, mark: string): TokensOnTheWire => toWire(tokensAt(now, mark));
