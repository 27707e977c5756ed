/** Signs in with a Google ID token (spec §4; requirements §4 "Google"; threats B3, B4). */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';
import { strategyMessages } from '@app/contract/calls/refusals.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { GoogleKeysUnavailable } from '#gateways/google-keys.ts';
import { because, Refusal } from '#refusal.ts';
import { type GoogleIdentity, verifyGoogleToken, isAuthoritative } from '#security/google/google-token.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { type Account, activateAccount, type DomainClaim } from '#store/accounts/accounts.ts';
import { isAddressTaken } from '#store/accounts/account-changes.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { openSession } from '#store/sessions/sessions.ts';
import { challengeOfGoogle } from '#store/sign-in/challenges.ts';
import {
  consumeIdToken,
  findByIdentity,
  type FoundIdentity,
  insertIdentity,
  isIdentityLinked,
} from '#store/sign-in/identities.ts';

import { caseOf, whyNotSo } from '#accounts/sign-in-rule.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { askOwner } from './identity-link.ts';
import { googleSignIns } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { createSession } from '#sessions/create-session.ts';
import { readRiskData } from '#sessions/risk-data.ts';
import { tellOfAndKnowDevice } from '#flows/sign-in/new-device.ts';
import { type ConsumedAnswer, openProviderChallenge, providerStepOf } from '#flows/sign-in/second-step.ts';

/**
 * Exchanges a Google ID token for tokens, once, or for the challenge of a second step (requirements §4 "Second step"). Throws `Refusal` `credentials`, `strategy`, `identityUnconfirmed` or `unavailable`.
 */
export const signInWithGoogle: Flow<'signInWithGoogle'> = async ({ idToken, contextData }, call, deps) => {
  const now = deps.clock();
  const risk = readRiskData(contextData, deps);
  const { device } = risk;
  const identity = await verify(idToken, call, deps, now);
  // The second round sees the identity that a parallel sign-in has linked.
  for (let round = 0; round < 2; round += 1) {
    const found = await findByIdentity(deps.store.relaxed, identity);
    const account = accountOf(found, identity.email, call);
    const invited = account.status === 'unconfirmed';
    if (found.link === 'none' && !isAuthoritative(identity, authorityIn(deps))) {
      await askOwner(
        { account, identity, idToken, credentialVersion: found.credentialVersion },
        call,
        deps,
        now,
      );
      throw new Refusal('identityUnconfirmed', because('googleUnconfirmed', { accountId: account.id }));
    }
    const verified = {
      token: hashHandle(idToken),
      usableUntil: identity.usableUntil,
      accountId: account.id,
      credentialVersion: found.credentialVersion,
    };
    const consumed = {
      token: consumeIdToken(verified, invited),
      accepted: invited
        ? insertAccountEvent({ kind: 'invitationAccepted', accountId: account.id, call, now }, after('token'))
        : undefined,
      identity: found.link === 'none' ? insertIdentity(identity, account.id, now, after('token')) : undefined,
      activated: invited ? activateAccount(verified, after('token')) : undefined,
    };
    const { twoSteps, authenticatedAt } = identity;
    const step = await providerStepOf({ account, device, when: found.providerStep, twoSteps }, deps, now);
    const asked = challengeOfGoogle({ strategy: 'google', authenticatedAt });
    const provider = { asked, onlyIf: after('token'), consumed };
    const outcome = await (
      step === undefined
        ? signIn({ account, device, authenticatedAt, consumed, call, deps, now })
        : openProviderChallenge({ account, found: step, risk, provider, call, deps, now })
    ).catch((error: unknown) => {
      // Another token has linked the identity or the account meanwhile: it must be looked up again.
      if (isIdentityLinked(error) || isAddressTaken(error)) return 'overtaken' as const;
      throw error;
    });
    if (typeof outcome === 'object') return outcome;
    // Another token may have activated an invited account just now.
    if (outcome === undefined && !invited) {
      call.log.info({ reason: 'used before, or the account has changed' }, refusedToken);
      break;
    }
  }
  throw new Refusal('credentials', because('googleTokenUsed', { email: identity.email }));
};

/** Opens the session, in the statement that consumes the token; undefined if that was consumed before. */
async function signIn({
  account,
  device,
  authenticatedAt,
  consumed,
  call,
  deps,
  now,
}: {
  readonly account: Account;
  readonly device: Buffer | null;
  readonly authenticatedAt: number | undefined;
  readonly consumed: ConsumedAnswer;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}): Promise<WireAnswer<'signInWithGoogle'> | undefined> {
  const { answer, session } = createSession(
    { account, strategy: 'google', authenticatedAt, call, deps, now },
    (tokens) => tokens,
  );
  const told = tellOfAndKnowDevice({ account, device }, call, deps, now);
  const opened = await changedInOneStatement(deps.store.durable, 'token', {
    ...consumed,
    ...openSession(session, after('token')),
    ...told,
  });
  if (!opened) return undefined;
  deps.metrics.signedIn({ method: 'google', outcome: 'success' });
  if (told.newDeviceMail) deps.wakeMailWorker();
  return answer;
}

const authorityIn = ({ settings }: Deps) => settings.google?.authority ?? 'google';

const refusedToken = 'an ID token of Google was refused';

async function verify(idToken: string, call: Call, deps: Deps, now: number): Promise<GoogleIdentity> {
  const { google } = deps.settings;
  const { googleKeys } = deps;
  if (google === undefined || googleKeys === undefined)
    throw new Refusal('credentials', because('googleNotConfigured'));
  const { issuer, clientId } = google;
  const find = (kid: string) => googleKeys.find(kid);
  const verdict = await verifyGoogleToken(idToken, find, { issuer, clientId, now }).catch(
    (error: unknown) => {
      throw error instanceof GoogleKeysUnavailable
        ? new Refusal('unavailable', because('googleUnreachable'))
        : error;
    },
  );
  if (verdict.ok) return verdict.identity;
  call.log.info({ reason: verdict.reason }, refusedToken);
  // Counts only tokens that Google did not sign, so that a neighbour who fills the limit locks nobody out.
  await countTries(googleSignIns(call.client), deps, now);
  throw new Refusal('credentials', because('googleTokenInvalid', { detail: verdict.reason }));
}

/**
 * The account that signs in; otherwise throws. Google vouches for the address, so the refusal may name the account's
 * method, whatever `REVEAL_SIGN_IN_METHOD` says about unproven addresses.
 */
function accountOf({ account: found, link, claim }: FoundIdentity, email: string, call: Call): Account {
  const known = { email, ...(found && { accountId: found.id }) };
  // An account that cannot sign in is treated like none.
  const account = found !== undefined && canSignIn(found, claim) ? found : undefined;
  const method = account === undefined ? claim?.method : account.method;
  if (method !== undefined && method !== 'google')
    throw new Refusal('strategy', {
      message: strategyMessages[method],
      ...because(account === undefined ? cannotSignIn(found) : 'otherMethod', known),
    });
  // A second identity with the same address is another person: addresses change hands, subjects do not.
  if (link === 'other') call.log.warn('another identity of Google came with the address of a linked account');
  if (link === 'other') throw new Refusal('credentials', because('googleOtherIdentity', known));
  if (account === undefined) throw new Refusal('credentials', because(cannotSignIn(found), known));
  return account;
}

/**
 * An invited account with the method Google needs no password: a Google sign-in with its address accepts the invitation,
 * as a sign-in at a company's provider does.
 */
const canSignIn = (account: Account, claim: DomainClaim | undefined): boolean =>
  (account.status === 'active' || (account.status === 'unconfirmed' && account.method === 'google')) &&
  whyNotSo(caseOf(account, claim)) !== 'claimedElsewhere';

/** Why an address has no account that can sign in. */
const cannotSignIn = (found: Account | undefined): EventReason =>
  found === undefined || found.status === 'active' ? 'unknownAccount' : found.status;
