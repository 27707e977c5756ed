/** Companies that require a factor, and the set-up of one as a step of the sign-in. */
import { randomUUID } from 'node:crypto';
import type { SetUp } from '@app/contract/calls/code-endpoints.ts';
import type { NewCredential } from '@app/contract/calls/new-factor.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import type { Way } from '@app/contract/fields/vocabulary.ts';
import { Secret, TOTP } from 'otpauth';

import { flows } from '#flows/flows.ts';
import { newRecoveryCodes } from '#security/factors/recovery-codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import { makePasskey, registration, registrationJson, type ToldOfKey } from '#test/passkeys/authenticator.ts';
import { site } from '#test/passkeys/passkey-driver.ts';
import { newestCode, type TestDeps, newClient } from '#test/setup/test-deps.ts';

import { signInToCode, verify } from './flow-driver.ts';
import { nameOf, outcomeOf } from './outcome.ts';

/** A company with a policy. `from`: milliseconds from now; undefined: any way proves the second step. */
export async function companyWith(
  deps: TestDeps,
  secondStep: SecondStep,
  from: number | undefined,
): Promise<string> {
  const id = randomUUID();
  await deps.store.durable
    .insertInto('companies')
    .values({
      id,
      name: 'Harbour Works',
      second_step: secondStep,
      factor_from: from === undefined ? null : new Date(deps.clock() + from),
    })
    .execute();
  return id;
}

/** The set-up that a code was answered with, if it was. */
export const setUpIn = ({ answer }: { readonly answer?: object | undefined }): SetUp | undefined =>
  (answer as { setUp?: SetUp } | undefined)?.setUp;

export const appCode = (deps: TestDeps, { secret }: SetUp, at = deps.clock()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** What the browser makes of the set-up's challenge, or of another one. */
export function passkeyOf({ passkey }: SetUp, told: ToldOfKey & { readonly challenge?: string } = {}) {
  if (passkey === undefined) throw new Error('no passkey was offered');
  const made = makePasskey(Buffer.from(passkey.userId, 'base64url'));
  const challenge = told.challenge ?? passkey.challenge;
  return { ...made, credential: registrationJson(registration(made, challenge, site, told)) };
}

export interface Begun {
  readonly session: string;
  readonly setUp: SetUp;
}

/** With neither a code nor a passkey it is skipped. */
export const finishSetUp = (
  deps: TestDeps,
  { email }: Pick<Account, 'email'>,
  { session, setUp: { setup } }: Begun,
  by: { readonly code?: string; readonly credential?: NewCredential } = {},
) => outcomeOf(flows.verifySetUp({ email, session, setup, ...by }, newClient(), deps));

/** The code step by the mailed code, up to the factor to set up. */
export async function toSetUp(deps: TestDeps, { email }: Pick<Account, 'email'>): Promise<Begun> {
  const { session } = await signInToCode(deps, email, newClient());
  const setUp = setUpIn(await verify(deps, email, await newestCode(deps, email), session, newClient()));
  if (setUp === undefined) throw new Error('no set-up was asked for');
  return { session, setUp };
}

/** Gives an account a temporary pass of an hour. */
export async function givePass(deps: TestDeps, { id }: Pick<Account, 'id'>): Promise<string> {
  const [pass = ''] = newRecoveryCodes();
  await deps.store.durable
    .insertInto('recovery_codes')
    .values({
      account_id: id,
      code: hashHandle(pass),
      made_at: new Date(deps.clock()),
      expires_at: new Date(deps.clock() + minutes(60)),
    })
    .execute();
  return pass;
}

/** The same by a temporary pass. Throws the name of a refusal. */
export async function toSetUpByPass(
  deps: TestDeps,
  { email }: Pick<Account, 'email'>,
  recoveryCode: string,
): Promise<Begun & { readonly ways: readonly Way[] | undefined }> {
  const { session, ways } = await signInToCode(deps, email, newClient());
  const used = await outcomeOf(flows.verifyRecoveryCode({ email, session, recoveryCode }, newClient(), deps));
  const setUp = setUpIn(used);
  if (setUp === undefined) throw new Error(nameOf(used));
  return { session, setUp, ways };
}
