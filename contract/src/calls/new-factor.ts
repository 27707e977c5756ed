/** A new factor on its way: a passkey as a browser makes it, or the secret of an authenticator app. */
import * as v from 'valibot';

/** Bytes as text (RFC 4648 §5, without padding), of at most `max` characters. */
export const base64url = (max: number) =>
  v.pipe(v.string('is_invalid'), v.maxLength(max, 'is_invalid'), v.regex(/^[\w-]*$/, 'is_invalid'));

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
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string('is_invalid'), v.regex(/^[\w-]{1,20}$/, 'is_invalid'))), v.maxLength(8)),
      [],
    ),
  }),
});
export type NewCredential = v.InferOutput<typeof newCredential>;

/** A new secret on its way into an authenticator app (RFC 6238), as the service answers it. */
export const authenticatorSetup = v.object({
  /** The secret, sealed, for the call that brings the first code. */
  setup: v.string(),
  /** The secret in base 32, to type it into the app. */
  secret: v.string(),
  /** `otpauth://…`: opens the app on a phone. */
  uri: v.string(),
  /** The QR code of `uri`: the path of an SVG with `size` units on each side, without a margin. */
  qr: v.object({ size: v.number(), path: v.string() }),
});
export type AuthenticatorSetup = v.InferOutput<typeof authenticatorSetup>;

/** The secret in groups of four, as people type it. */
export const showSecret = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
