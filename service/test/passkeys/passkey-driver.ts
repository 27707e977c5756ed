/** Passkeys of test accounts, and sign-ins with them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Body } from '@app/contract/calls/endpoints.ts';

import { newChallenge } from '#security/webauthn/challenge.ts';
import type { Call } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { type HeldLink, newestLink } from '#test/drivers/link-driver.ts';
import { callFrom, type TestDeps, newClient } from '#test/setup/test-deps.ts';

import {
  type Algorithm,
  assertion,
  assertionJson,
  makePasskey,
  type Passkey,
  registration,
  registrationJson,
  type Site,
  type Told,
  type ToldOfKey,
} from './authenticator.ts';
import { userHandleOf, storeNewPasskey, verifyNewPasskey } from '#accounts/passkeys.ts';

export const site: Site = { rpId: 'localhost', origin: 'http://localhost:4000' };

/** Gives an account a passkey, without the calls that add one. */
export async function givePasskey(
  deps: TestDeps,
  accountId: string,
  { algorithm, signCount = 0 }: { algorithm?: Algorithm; signCount?: number } = {},
): Promise<Passkey & { row: string }> {
  const passkey = makePasskey(userHandleOf(accountId), algorithm);
  const row = randomUUID();
  await sql`
    insert into passkeys (id, account_id, credential_id, public_key, algorithm, sign_count, aaguid, name, transports,
      backed_up, rp_id, added_at)
    values (${row}, ${accountId}, ${passkey.id}, ${passkey.publicKey.export({ format: 'der', type: 'spki' })},
      ${passkey.algorithm}, ${signCount}, ${'00000000-0000-0000-0000-000000000000'}, 'Key', '{internal}', false,
      'localhost', ${new Date(deps.clock())})`.execute(deps.store.durable);
  return { ...passkey, row };
}

/** The body of a sign-in, with a fresh challenge. */
export async function passkeyBody(
  deps: TestDeps,
  passkey: Passkey,
  told: Told = {},
): Promise<Body<'signInWithPasskey'>> {
  const { challenge } = await flows.startPasskeySignIn({}, newClient(), deps);
  return { credential: assertionJson(passkey, assertion(passkey, challenge, site, told)) };
}

/** What the browser makes of a challenge for the account, as the body of `addPasskey`. `later` in milliseconds. */
export function newPasskeyJson(deps: TestDeps, accountId: string, later = 0, told: ToldOfKey = {}) {
  const challenge = newChallenge(deps.keys, `add ${accountId}`, deps.clock() + later);
  return registrationJson(registration(makePasskey(userHandleOf(accountId)), challenge, site, told));
}

/** What a browser makes automatically, with nobody present nor verified, as the body of `acceptPasskeyOffer`. */
export function upgradeJson(deps: TestDeps, accountId: string, later = 0, told: ToldOfKey = { flags: 64 }) {
  const challenge = newChallenge(deps.keys, `upgrade ${accountId}`, deps.clock() + later);
  return registrationJson(registration(makePasskey(userHandleOf(accountId)), challenge, site, told));
}

/** Gives an account a passkey as an automatic upgrade does: the link of the email about it. */
export async function passkeyLinkTo(deps: TestDeps, account: Account): Promise<HeldLink> {
  const now = deps.clock();
  const verdict = verifyNewPasskey(upgradeJson(deps, account.id), () => now + 1, deps, true);
  if (!verdict.ok) throw new Error(verdict.reason);
  await deps.store.durable
    .transaction()
    .execute((db) => storeNewPasskey(account, verdict.passkey, { db, call: callFrom(), deps, now }));
  return newestLink(deps, account.email, 'passkeyAdded');
}

/** Signs in with a body. */
export const signInBy = (deps: TestDeps, body: Body<'signInWithPasskey'>, call: Call = newClient()) =>
  flows.signInWithPasskey({ ...body, clientType: body.clientType }, call, deps);
