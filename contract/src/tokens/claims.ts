/** The claims of the ID token that the apps read (spec §3, requirements §3). */
import * as v from 'valibot';

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
