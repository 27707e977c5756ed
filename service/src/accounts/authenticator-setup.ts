/** A new secret for an authenticator app, as people take it over: as a QR code, a link and text. */
import type { AuthenticatorSetup } from '@app/contract/calls/new-factor.ts';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

import type { Deps } from '#deps.ts';
import { sealSetup, type Setup } from '#security/factors/sealed-secret.ts';
import { base32, newTotpSecret, otpauthUri } from '#security/factors/totp.ts';

/**
 * Nothing is stored: the answer has the secret, sealed.
 *
 * @param email the app shows it with the secret's codes
 * @param of what the set-up belongs to (`sealSetup`)
 */
export function newAuthenticatorSetup(
  email: string,
  of: string,
  rest: Omit<Setup, 'secret'>,
  { keys, settings }: Deps,
): AuthenticatorSetup {
  const secret = newTotpSecret();
  const uri = otpauthUri(secret, settings.reseller.name, email);
  const qr = generate(uri);
  return {
    setup: sealSetup(keys, of, { secret, ...rest }),
    secret: base32(secret),
    uri,
    qr: { size: qr.size, path: toSvgPath(qr) },
  };
}
