/** Creates a session and signs its tokens (requirements §3). */
import { randomUUID } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import type { Strategy, Platform } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { deriveRefreshToken } from '#security/tokens/refresh-token.ts';
import { signAccessToken, signIdToken, tokenSeconds } from '#security/tokens/tokens.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { findSessionOf, isHeld } from '#store/sessions/refresh.ts';
import type { NewSession } from '#store/sessions/sessions.ts';
import type { Settings } from '#settings/config.ts';

/**
 * The tokens of a new session, and its row for `openSession`. Nothing is written yet: open it in the statement or the
 * transaction that consumes the credential.
 */
export function createSession<Answer>(
  {
    account,
    strategy,
    way,
    challengeId,
    credentialVersion,
    authenticatedAt,
    call,
    deps,
    now,
  }: Pick<NewSession, 'strategy'> &
    Partial<Pick<NewSession, 'way' | 'challengeId' | 'credentialVersion' | 'authenticatedAt'>> & {
      readonly account: Account;
      readonly call: Call;
      readonly deps: Deps;
      readonly now: number;
    },
  /** What the call answers with the tokens; it is stored for a repeat. */
  toAnswer: (tokens: TokensOnTheWire) => Answer,
): { answer: Answer; session: NewSession } {
  const familyId = randomUUID();
  const eventId = randomUUID();
  const stored = deps.store.storesTokens(now) ? newHandle() : undefined;
  const refreshToken = stored ?? deriveRefreshToken({ familyId, generation: 0 }, deps.keys);
  const expiresAt = now + limits.refreshIdle;
  const subject = { account, strategy, familyId, eventId, refreshToken, expiresAt };
  const answer = toAnswer(signTokens({ ...subject, call, deps, now }));
  const session = {
    familyId,
    accountId: account.id,
    strategy,
    way,
    eventId,
    client: call.client,
    platform: call.platform,
    country: call.country ?? null,
    userAgent: call.userAgent,
    challengeId: challengeId ?? null,
    credentialVersion,
    authenticatedAt,
    storedToken: stored === undefined ? undefined : hashHandle(stored),
    answer: call.once?.sealAnswer(answer, stored === undefined ? toAnswer(standIn(familyId)) : answer),
    now,
    expiresAt,
  };
  return { answer, session };
}

/** Stands for the tokens of a session where the answer of a sign-in is stored. */
const standIn = (tokensOf: string): TokensOnTheWire => ({ tokensOf }) as unknown as TokensOnTheWire;

/**
 * A stored answer as its repeat gets it: the tokens of a sign-in are signed again, around the same refresh token and as of
 * the same moment, so that a repeat lengthens none. Throws `Refusal('sessionExpired')` if the session has ended since.
 */
export async function withTokens(answer: unknown, call: Call, deps: Deps): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('basic' in answer) return { ...answer, basic: await withTokens(answer.basic, call, deps) };
  if (!('tokensOf' in answer) || typeof answer.tokensOf !== 'string') return answer;
  const first = { familyId: answer.tokensOf, generation: 0 };
  const use = { ...first, repeatId: null, userAgent: undefined, now: deps.clock() };
  const session = await findSessionOf(deps.store.relaxed, use);
  if (session === undefined || session.ended || !isHeld(session)) throw new Refusal('sessionExpired');
  return signTokens({
    ...session,
    refreshToken: deriveRefreshToken(first, deps.keys),
    expiresAt: session.createdAt + limits.refreshIdle,
    call,
    deps,
    now: session.createdAt,
  });
}

/** Signs a set of tokens around a refresh token that expires at `expiresAt` (milliseconds). */
export function signTokens({
  account,
  strategy,
  familyId,
  eventId,
  refreshToken,
  expiresAt,
  call,
  deps,
  now,
}: {
  readonly account: Account;
  readonly strategy: Strategy;
  readonly familyId: string;
  readonly eventId: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}): TokensOnTheWire {
  const audience = { issuer: deps.settings.publicUrl, audience: clientIdFor(call.platform, deps.settings) };
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

/** The client ids of this deployment: the secure pair if PUBLIC_URL is https. */
export const clientIdsOf = ({
  publicUrl,
  clientIds: { web, webSecure, mobile, mobileSecure },
}: Pick<Settings, 'publicUrl' | 'clientIds'>): { web: string; mobile: string } =>
  publicUrl.startsWith('https:') ? { web: webSecure, mobile: mobileSecure } : { web, mobile };

/** The client id of the calling program: the mobile one on phones. */
function clientIdFor(platform: Platform, settings: Parameters<typeof clientIdsOf>[0]): string {
  const { web, mobile } = clientIdsOf(settings);
  return platform === 'android' || platform === 'ios' ? mobile : web;
}
