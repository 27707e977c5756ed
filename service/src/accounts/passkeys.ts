/** The passkeys of an account: made by a browser, named after their maker, stored, removed (threats A16, A17). */
import { createHash } from 'node:crypto';
import type { NewCredential } from '@app/contract/calls/new-factor.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import type { Deps, CallOrigin } from '#deps.ts';
import type { RelyingParty, Refused } from '#security/webauthn/client-data.ts';
import { insertAccountEvent } from './account-event.ts';
import { createLink } from '#links/create-link.ts';
import { passkeyMail } from '#mails/passkey-mails.ts';
import { verifyRegistration } from '#security/webauthn/registration.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { insertLink } from '#store/accounts/links.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import {
  insertPasskey,
  type NewPasskey,
  type PasskeyRow,
  deletePasskey,
} from '#store/dashboard/own-passkeys.ts';
import { insertMail } from '#store/outbox.ts';
import { forgetWithoutFactor } from '#store/accounts/factors.ts';

/** Ceremonies run only on the pages of the two apps. */
export const relyingParty = ({ settings }: Pick<Deps, 'settings'>): RelyingParty => ({
  id: settings.passkeyRpId,
  origins: [settings.publicUrl, new URL(settings.dashboardUrl).origin],
});

/** 16 bytes that say nothing of the person (WebAuthn §14.6.1). */
export const userHandleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');

/** The most that an account can have. */
export const passkeysOfAccount = 20;

/** What the browser makes a passkey of the account with. @param challenge that the answer has to contain */
export const passkeyOptions = ({ id, email, name }: Account, challenge: string, deps: Deps) => ({
  challenge,
  rp: { id: relyingParty(deps).id, name: deps.settings.reseller.name },
  userId: userHandleOf(id).toString('base64url'),
  email,
  name,
});

export type VerifiedPasskey = Omit<NewPasskey, 'accountId' | 'name'>;

/**
 * @param endOf until when a challenge can be used, in milliseconds; undefined: it is not the one that was given out
 * @param automatic the browser may have made it without the person
 */
export function verifyNewPasskey(
  { id, response }: NewCredential,
  endOf: (challenge: Buffer) => number | undefined,
  deps: Deps,
  automatic = false,
): { readonly ok: true; readonly passkey: VerifiedPasskey } | Refused {
  const rp = relyingParty(deps);
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  let answered = { challenge: Buffer.alloc(0), usableUntil: 0 };
  const isChallenge = (challenge: Buffer): boolean => {
    const usableUntil = endOf(challenge);
    if (usableUntil === undefined) return false;
    answered = { challenge: createHash('sha256').update(challenge).digest(), usableUntil };
    return true;
  };
  const verdict = verifyRegistration(
    {
      id: bytes(id),
      clientDataJSON: bytes(response.clientDataJSON),
      attestationObject: bytes(response.attestationObject),
    },
    { rp, isChallenge, automatic },
  );
  if (!verdict.ok) return verdict;
  const { id: credentialId, ...key } = verdict.credential;
  const { transports } = response;
  return { ok: true, passkey: { ...key, ...answered, credentialId, transports, rpId: rp.id, automatic } };
}

interface PasskeyChange {
  readonly db: DurableTransaction;
  readonly call: CallOrigin;
  readonly deps: Deps;
  readonly now: number;
}

/**
 * Stores a passkey, its event and the email about it, which removes an automatic one by a link. undefined: its challenge was
 * consumed before, an account has the key, or this one has too many. Call it with the account locked, and wake the mail
 * worker after the transaction.
 */
export async function storeNewPasskey(
  account: Account,
  passkey: VerifiedPasskey,
  { db, call, deps, now }: PasskeyChange,
): Promise<PasskeyRow | undefined> {
  const name = makerOf(passkey.aaguid) ?? 'Passkey';
  const row = await insertPasskey(db, { ...passkey, accountId: account.id, name }, passkeysOfAccount, now);
  if (row === undefined) return undefined;
  await insertAccountEvent({ kind: 'passkeyAdded', accountId: account.id, call, now }).execute(db);
  const about = { accountId: account.id, email: account.email, passkeyId: row.id };
  const link = passkey.automatic
    ? createLink('/users/passkey', { ...about, lifetime: linkLifetimes.passkey }, deps, now)
    : undefined;
  if (link) await insertLink(link.row).execute(db);
  const mail = { kind: 'passkeyAdded', to: account, passkey: name, link: link?.mailed } as const;
  await insertMail(passkeyMail(mail, deps, now)).execute(db);
  return row;
}

/**
 * The makers of passkeys by the AAGUID of their model, as they publish it
 * (github.com/passkeydeveloper/passkey-authenticator-aaguids). Nothing proves it, so it is only a name.
 */
const models: Readonly<Record<string, readonly string[]>> = {
  'Apple Passwords': ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'dd4ec289-e01d-41c9-bb89-70fa845d4bf2'],
  'Google Password Manager': ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'],
  'Chrome on Mac': ['adce0002-35bc-c60a-648b-0b25f1f05503'],
  'Windows Hello': [
    '08987058-cadc-4b81-b6e1-30de50dcbe96',
    '9ddd1817-af5a-4672-a2b9-3e3dd95000a9',
    '6028b017-b1d4-4c02-b4b3-afcdafc96bb2',
  ],
  'Samsung Pass': ['53414d53-554e-4700-0000-000000000000'],
  '1Password': ['bada5566-a7aa-401f-bd96-45619a55120d'],
  Bitwarden: ['d548826e-79b4-db40-a3d8-11116f7e8349'],
  Dashlane: ['531126d6-e717-415c-9320-3d9aa6981239'],
  NordPass: ['b84e4048-15dc-4dd0-8640-f4f60813c8af'],
  Keeper: ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6'],
  'YubiKey 5': [
    'cb69481e-8ff7-4039-93ec-0a2729a154a8',
    'ee882879-721c-4913-9775-3dfcce97072a',
    '2fc0579f-8113-47ea-b116-bb5a8db9202a',
    'fa2b99dc-9e39-4257-8f92-4a30d23c4118',
    'c5ef55ff-ad9a-4b9f-b580-adebafe026d0',
  ],
};

export const makerOf = (aaguid: string): string | undefined =>
  Object.entries(models).find(([, ids]) => ids.includes(aaguid))?.[0];

/**
 * Deletes a passkey, with the event and the email about it. False: the account has no such one. Call it with the account
 * locked, and wake the mail worker after the transaction.
 */
export async function removePasskeyOf(
  account: Account,
  passkeyId: string,
  { db, call, deps, now }: PasskeyChange,
): Promise<boolean> {
  const name = await deletePasskey(db, account.id, passkeyId);
  if (name === undefined) return false;
  await forgetWithoutFactor(db, account.id);
  await insertAccountEvent({ kind: 'passkeyRemoved', accountId: account.id, call, now }).execute(db);
  await insertMail(passkeyMail({ kind: 'passkeyRemoved', to: account, passkey: name }, deps, now)).execute(
    db,
  );
  return true;
}
