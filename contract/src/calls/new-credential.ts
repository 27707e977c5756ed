/** A new passkey, as a browser makes it. */
import * as v from 'valibot';

import { base64url } from '#fields/base64url.ts';

/** The options of `navigator.credentials.create` that are not fixed. */
export const passkeyToMake = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  /** The user handle, base64url. */
  userId: v.string(),
  /** Of the account, like the name of its person, which may be empty. */
  email: v.string(),
  name: v.string(),
});

/** As `PublicKeyCredential.toJSON()` writes it; what is not named here is dropped. */
export const newCredential = v.object({
  id: base64url(1364),
  response: v.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(32_768),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(8)), []),
  }),
});
export type NewCredential = v.InferOutput<typeof newCredential>;
