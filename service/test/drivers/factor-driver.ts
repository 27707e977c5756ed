/** Sets up factors in tests; the codes come from another implementation of RFC 6238. */
import { Secret, TOTP } from 'otpauth';

import { newRecoveryCodes } from '#security/factors/recovery-codes.ts';
import { sealSecret } from '#security/factors/sealed-secret.ts';
import { newTotpSecret, noStep } from '#security/factors/totp.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { replaceRecoveryCodes, upsertAuthenticator } from '#store/accounts/factors.ts';
import type { TestDeps } from '#test/setup/test-deps.ts';

/** An authenticator app of the account. Answers its code at a time, in milliseconds since the epoch. */
export async function setUpAuthenticator(
  deps: Pick<TestDeps, 'store' | 'keys' | 'clock'>,
  accountId: string,
): Promise<(at: number) => string> {
  const secret = newTotpSecret();
  await upsertAuthenticator(
    accountId,
    { ...sealSecret(deps.keys, accountId, secret), lastStep: noStep },
    deps.clock(),
  ).execute(deps.store.durable);
  const app = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  return (at) => app.generate({ timestamp: at });
}

/** New recovery codes of the account. */
export async function makeCodes(
  deps: Pick<TestDeps, 'store' | 'clock'>,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deps.store.durable
    .transaction()
    .execute((db) => replaceRecoveryCodes(db, accountId, codes.map(hashHandle), deps.clock()));
  return codes;
}
