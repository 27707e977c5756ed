/** A new session, and the set of tokens that its holder gets (requirements §3). */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { signAccessToken, signIdToken, tokenSeconds } from '#security/tokens/tokens.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { firstDid, type Part } from '#store/connection/at-once.ts';
import { logging } from '#store/events.ts';
import { keepingAnswer } from '#store/idempotency.ts';
import { openingSession } from '#store/sessions/sessions.ts';

import { clientIdsOf } from './client-ids.ts';

/**
 * The tokens of a new session, and the statement's parts that open it: they belong into the transaction that uses
 * up what the session was got with, as its first ones. Nothing is written yet.
 */
export function newSession<Answer>(
  account: Account,
  {
    strategy,
    from,
  }: {
    strategy: Strategy;
    /**
     * What it was got with: a finished challenge, a right password alone, or what the statement's first part consumes.
     * That part goes before these, has a row only if it did something, and looks at the account too (`unchanged`).
     */
    from:
      | { readonly challengeId: string }
      | { readonly credentialVersion: number }
      | { readonly behindFirst: true };
  },
  call: Call,
  deps: Deps,
  now: number,
  /** What the call answers with the tokens; it is kept for a repeat. */
  toAnswer: (tokens: TokensOnTheWire) => Answer,
): { answer: Answer; parts: Part[] } {
  const familyId = randomUUID();
  const eventId = randomUUID();
  const refreshToken = newHandle();
  const expiresAt = now + limits.refreshIdle;
  const holder = { account, strategy, familyId, eventId };
  const answer = toAnswer(tokensFor(holder, refreshToken, expiresAt, call, deps, now));
  const kept = call.once?.keep(answer);
  const { client, platform } = call;
  const parts = [
    ...openingSession({
      familyId,
      accountId: account.id,
      strategy,
      eventId,
      client,
      challengeId: 'challengeId' in from ? from.challengeId : null,
      credentialVersion: 'credentialVersion' in from ? from.credentialVersion : undefined,
      behindFirst: 'behindFirst' in from,
      token: hashHandle(refreshToken),
      now,
      expiresAt,
    }),
    logging({ eventId, accountId: account.id, kind: 'signedIn', client, platform, at: now }, firstDid),
  ];
  return { answer, parts: kept === undefined ? parts : [...parts, keepingAnswer(kept, firstDid)] };
}

/** Signs a set of tokens around a refresh token that is good until `expiresAt` (milliseconds). */
export function tokensFor(
  {
    account,
    strategy,
    familyId,
    eventId,
  }: { account: Account; strategy: Strategy; familyId: string; eventId: string },
  refreshToken: string,
  expiresAt: number,
  call: Call,
  deps: Deps,
  now: number,
): TokensOnTheWire {
  const audience = { issuer: deps.settings.publicUrl, audience: clientId(call, deps) };
  const idToken = signIdToken(
    deps.keys,
    {
      sub: account.id,
      email: account.email,
      event_id: eventId,
      'custom:user_id': account.id,
      'custom:company_id': account.companyId,
      'custom:roles': JSON.stringify(account.roles),
      'custom:platform': call.platform,
    },
    audience,
    now,
  );
  const accessToken = signAccessToken(deps.keys, { sub: account.id, sid: familyId }, audience, now);
  return {
    access_token: accessToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: tokenSeconds,
    refresh_token_expiration_date: Math.floor(expiresAt / 1000),
    auth_strategy: strategy,
  };
}

/** The client id of the program that calls: the mobile one on phones. */
function clientId({ platform }: Call, { settings }: Deps): string {
  const { web, mobile } = clientIdsOf(settings);
  return platform === 'android' || platform === 'ios' ? mobile : web;
}
