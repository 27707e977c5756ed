/** A new secret on its way into an authenticator app (RFC 6238), as the service answers it. */
import * as v from 'valibot';

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
