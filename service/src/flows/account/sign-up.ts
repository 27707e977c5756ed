/** Signs up a company with its first account (requirements §3, an extension; threats A4, A7, A8). */
import { randomUUID } from 'node:crypto';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';

import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashHandle, sameDigest } from '#security/tokens/handles.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertLink, cancelSignUpLinks, consumeLink, unusableLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { countTryOfTwo } from '#store/sign-in/throttles.ts';
import { insertSignUp, confirmSignUp as makeAccount, findSignUpAddress } from '#store/accounts/sign-ups.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { hashNewPassword } from '#accounts/new-password.ts';
import { randomDelay, unknownAccount } from '#accounts/unknown-account.ts';
import { acceptances, mailboxOf, ownMail, strangersMails } from '#rate-limits/rate-limits.ts';
import { proveMailbox, linkRefusal, lookUpLink } from '#links/link-state.ts';
import { signUpClaimedMail, signUpExistingMail, signUpMail } from '#mails/sign-up-mails.ts';
import { createLink } from '#links/create-link.ts';

/**
 * Stores the signup and mails its link. An address with an account gets an email about that instead; one in a domain
 * that a company claimed for single sign-on gets an email that names this method. All get the same answer after the
 * same statements, which write as much (threats A4, A5): rows without a use are written as expired, and the next
 * housekeeping deletes them. Strangers who exhaust the limit of a mailbox leave its address one link in 15 minutes;
 * addresses with a tag share the mailbox's limit, or a stranger could send one email for each tag. The password is
 * chosen when the address is confirmed, because anyone may type anyone's address.
 */
export const signUp: Flow<'signUp'> = async (body, call, deps) => {
  const now = deps.clock();
  const { email: ofNone } = unknownAccount;
  const { email, name, companyName, signUpProof } = body;
  const quotas = [strangersMails(email), ownMail('signup', email)] as const;
  const [usual, own] = await countTryOfTwo(deps.store.relaxed, quotas, now);
  const mayMail = usual || (own && email === mailboxOf(email));
  const { account, claimedForSso } = await findSignUpAddress(deps.store.relaxed, email);
  const { language } = call;
  const id = randomUUID();
  const lifetime = linkLifetimes.signUp;
  const { row, mailed } = createLink('/signup/confirm', { email, signUpId: id, lifetime }, deps, now);
  const mail = account
    ? signUpExistingMail(account, mailed.id, deps, now)
    : claimedForSso
      ? signUpClaimedMail({ email, language }, mailed.id, deps, now)
      : signUpMail({ email, language, companyName }, mailed, deps, now);
  const isNew = mayMail && account === undefined && !claimedForSso;
  const mails = mayMail && account?.status !== 'disabled';
  const sealed = call.once?.sealAnswer(undefined);
  await inOneStatement(deps.store.durable, {
    signUp: insertSignUp({
      id,
      name,
      companyName,
      browser: signUpProof === undefined ? undefined : hashHandle(signUpProof),
      language,
      now,
      ...(isNew ? { email, expiresAt: now + lifetime } : { email: ofNone, expiresAt: 0 }),
    }),
    link: insertLink(isNew ? row : unusableLink({ ...row, email: ofNone })),
    mail: insertMail(mails ? mail : { ...mail, to: ofNone, expiresAt: now }),
    answer: sealed && updateAnswer(sealed),
  });
  deps.wakeMailWorker();
  await randomDelay();
  return undefined;
};

/**
 * Creates the company and the account with its first password, once, unless the address has an account by now. Throws
 * `Refusal('strategy')` if a company has claimed the domain for single sign-on: the link proves the mailbox, so the
 * answer may name the method.
 *
 * @returns whether the browser is the one that signed up: any other must not be signed in by a link that a stranger may
 * have sent (threat C7)
 */
export const confirmSignUp: Flow<'confirmSignUp'> = async (
  { email, confirmationCode, mailboxProof, signUpProof, ...chosen },
  call,
  deps,
) => {
  const now = deps.clock();
  const limit = { counters: acceptances(call.client) };
  const found = await lookUpLink({ kind: 'signup', email, token: confirmationCode }, limit, deps, now);
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.signUp === undefined) throw new Refusal('invalidLink');
  const { signUp: waiting, companyName, id: linkId } = found.link;
  const password = await hashNewPassword(chosen, [email, waiting.name, companyName], deps);
  const { browser } = waiting;
  const sameBrowser =
    browser !== undefined && signUpProof !== undefined && sameDigest(browser, hashHandle(signUpProof));

  const accountId = randomUUID();
  const answer = { sameBrowser };
  const sealed = call.once?.sealAnswer(answer);
  await deps.store.durable.transaction().execute(async (db) => {
    const made = await makeAccount(db, {
      signUpId: waiting.id,
      email,
      companyId: randomUUID(),
      accountId,
      password,
    });
    if (made === 'claimed') throw new Refusal('strategy', { message: strategyMessages.saml });
    if (made === 'emailInUse' || !(await consumeLink(db, linkId, now))) throw new Refusal('invalidLink');
    await inOneStatement(db, {
      cancelledLinks: cancelSignUpLinks(email, now),
      proof: proveMailbox(accountId, mailboxProof, now),
      event: insertAccountEvent({ kind: 'signedUp', accountId, call, now }),
      answer: sealed && updateAnswer(sealed),
    });
  });
  return answer;
};
