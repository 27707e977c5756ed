/** Tokens: snake case on the wire, camel case everywhere else. The wire's spelling ends in this file. */
import * as v from 'valibot';

import { strategies } from '#fields/vocabulary.ts';

/** The token answer as the wire writes it (spec §3). */
const tokensOnTheWire = v.object({
  access_token: v.string(),
  id_token: v.string(),
  refresh_token: v.string(),
  /** Seconds until access and ID token expire. */
  expires_in: v.number(),
  /** Seconds since the epoch: the last moment at which the refresh token can be used. */
  refresh_token_expiration_date: v.number(),
  auth_strategy: v.picklist(strategies),
});

/** The token answer as a program reads it. */
export const tokens = v.pipe(
  tokensOnTheWire,
  v.transform((wire) => ({
    accessToken: wire.access_token,
    idToken: wire.id_token,
    refreshToken: wire.refresh_token,
    expiresIn: wire.expires_in,
    refreshTokenExpirationDate: wire.refresh_token_expiration_date,
    authStrategy: wire.auth_strategy,
  })),
);
export type TokensOnTheWire = v.InferInput<typeof tokens>;
export type Tokens = v.InferOutput<typeof tokens>;

/** What the service sends for a set of tokens. */
export const toWire = (set: Tokens): TokensOnTheWire => ({
  access_token: set.accessToken,
  id_token: set.idToken,
  refresh_token: set.refreshToken,
  expires_in: set.expiresIn,
  refresh_token_expiration_date: set.refreshTokenExpirationDate,
  auth_strategy: set.authStrategy,
});

/** The claims of the ID token that the apps read (spec §3, requirements §3). */
export const idTokenClaims = v.object({
  iss: v.string(),
  sub: v.string(),
  /** The client id that the token was made for. */
  aud: v.string(),
  /** Seconds since the epoch. */
  iat: v.number(),
  exp: v.number(),
  email: v.string(),
  /** Names this sign-in in the logs of both sides. */
  event_id: v.string(),
  'custom:user_id': v.string(),
  'custom:company_id': v.string(),
  /** A JSON list of role names, as text. */
  'custom:roles': v.optional(v.string()),
  'custom:platform': v.optional(v.string()),
});
export type IdTokenClaims = v.InferOutput<typeof idTokenClaims>;
