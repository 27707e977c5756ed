/**
 * Asks the owner of an account by email before a Google identity is linked to it, if Google is not the authority on the
 * address (threat B4, docs/decisions/google-linking.md).
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import type { GoogleIdentity } from '#security/google/google-token.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { after, changedInOneStatement, inOneStatement } from '#store/connection/one-statement.ts';
import { updateAnswer } from '#store/idempotency.ts';
import {
  consumeIdentityLink,
  consumeIdToken,
  insertIdentity,
  isIdentityLinked,
} from '#store/sign-in/identities.ts';
import { insertLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { countTry } from '#store/sign-in/throttles.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { acceptances, identityMails } from '#rate-limits/rate-limits.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { identityLinkMail, refusedIn } from '#mails/sign-in-mails.ts';
import { createLink } from '#links/create-link.ts';

interface Asking {
  readonly account: Account;
  readonly identity: GoogleIdentity;
  readonly idToken: string;
  /** The version of the account's credentials when it was found. */
  readonly credentialVersion: number;
}

/**
 * Consumes the ID token and mails the link to the account's own address, so one token causes one email. Above the limit
 * of these emails none is sent, and the answer is the same. Throws `Refusal('credentials')` for a used token.
 */
export async function askOwner(
  { account, identity, idToken, credentialVersion }: Asking,
  call: Call,
  deps: Deps,
  now: number,
): Promise<void> {
  const { issuer, subject, usableUntil } = identity;
  const used = {
    token: hashHandle(idToken),
    usableUntil,
    accountId: account.id,
    credentialVersion,
  };
  // First, so that a token that comes again consumes no email.
  if (!(await changedInOneStatement(deps.store.durable, 'token', { token: consumeIdToken(used) }))) {
    call.log.info({ reason: 'used before, or the account has changed' }, 'an ID token of Google was refused');
    throw new Refusal('credentials', because('googleTokenUsed', { accountId: account.id }));
  }
  const full = await countTry(deps.store.relaxed, identityMails(account.id), now);
  call.log.info({ mailed: full === undefined }, 'a Google account has to be confirmed by its owner');
  if (full !== undefined) return;
  const about = {
    email: account.email,
    accountId: account.id,
    lifetime: linkLifetimes.identity,
    identity: { issuer, subject, credentialVersion },
  };
  const { row, mailed } = createLink('/users/identity', about, deps, now);
  await inOneStatement(deps.store.durable, {
    link: insertLink(row),
    mail: insertMail(identityLinkMail(refusedIn(account, call), mailed, deps, now), after('link')),
  });
  deps.wakeMailWorker();
}

/** Links the link's identity to the account, once. It does not sign in: that needs another token of the identity. */
export const confirmIdentity: Flow<'confirmIdentity'> = async ({ email, confirmationCode }, call, deps) => {
  const now = deps.clock();
  const found = await lookUpLink(
    { kind: 'identity', email, token: confirmationCode },
    { counters: acceptances(call.client) },
    deps,
    now,
  );
  if (found.state !== 'valid') throw linkRefusal(found.state);
  const { account, identity, id: linkId } = found.link;
  if (account === undefined || identity === undefined) throw new Refusal('invalidLink');
  const sealed = call.once?.sealAnswer(undefined);
  const { credentialVersion } = identity;
  const linked = await changedInOneStatement(deps.store.durable, 'link', {
    link: consumeIdentityLink(linkId, { accountId: account.id, credentialVersion }, now),
    identity: insertIdentity(identity, account.id, now, after('link')),
    event: insertAccountEvent({ kind: 'identityLinked', accountId: account.id, call, now }, after('link')),
    answer: sealed && updateAnswer(sealed, after('link')),
  }).catch((error: unknown) => {
    // An identity of the issuer is linked already, which voids the account's other links.
    if (isIdentityLinked(error)) return false;
    throw error;
  });
  if (!linked) throw new Refusal('invalidLink');
  return undefined;
};
