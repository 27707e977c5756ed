/** A new passkey, as a browser has made it: verified, then stored, with what tells its owner (threats A16, A17). */
import { createHash } from 'node:crypto';
import type { NewCredential } from '@app/contract/calls/new-factor.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { makerOf } from '#accounts/passkey-makers.ts';
import { relyingParty, userHandleOf } from '#accounts/relying-party.ts';
import type { CallOrigin, Deps } from '#deps.ts';
import { createLink } from '#links/create-link.ts';
import { passkeyMail } from '#mails/passkey-mails.ts';
import type { Refused } from '#security/webauthn/client-data.ts';
import { verifyRegistration } from '#security/webauthn/registration.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { insertLink } from '#store/accounts/links.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { insertPasskey, type NewPasskey, type PasskeyRow } from '#store/dashboard/own-passkeys.ts';
import { insertMail } from '#store/outbox.ts';

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

/**
 * Stores a passkey, its event and the email about it, which removes an automatic one by a link. undefined: its challenge was
 * consumed before, an account has the key, or this one has too many. Call it with the account locked, and wake the mail
 * worker after the transaction.
 */
export async function storeNewPasskey(
  account: Account,
  passkey: VerifiedPasskey,
  {
    db,
    call,
    deps,
    now,
  }: {
    readonly db: DurableTransaction;
    readonly call: CallOrigin;
    readonly deps: Deps;
    readonly now: number;
  },
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
