/** Refreshes and revokes the tokens of a session (requirements §3; threats B1, B2). */
import * as limits from '@app/contract/fields/limits.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { deriveRefreshToken, type Generation, readRefreshToken } from '#security/tokens/refresh-token.ts';
import { keyFrom, seal, unseal } from '#security/tokens/sealing.ts';
import {
  endSession,
  findSessionOf,
  isHeld,
  nextGeneration,
  type Refreshed,
  type SessionState,
  type Use,
} from '#store/sessions/refresh.ts';
import { findStoredToken, rotateStoredToken } from '#store/sessions/stored-tokens.ts';

import { refreshReuseMail } from '#mails/sign-in-mails.ts';
import { secondsUntil } from '#rate-limits/rate-limiter.ts';
import { signTokens } from '#sessions/create-session.ts';

/**
 * Exchanges a refresh token for new tokens (rotation). A repeat within ten seconds gets the same successor, for tabs and
 * lost answers; with the Idempotency-Key of the first call it does for a day. A later repeat means that two parties have
 * the token: the session ends for both. Throws `Refusal('sessionExpired')`.
 */
export const refreshTokens: Flow<'refreshTokens'> = async ({ refreshToken }, call, deps) => {
  const token = readRefreshToken(refreshToken, deps.keys);
  return token === undefined ? refreshStored(refreshToken, call, deps) : refreshDerived(token, call, deps);
};

async function refreshDerived(token: Generation, call: Call, deps: Deps): Promise<TokensOnTheWire> {
  const use = useOf(token, call, deps);
  const derive = (session: Refreshed) => deriveRefreshToken(session, deps.keys);
  const session = await nextGeneration(deps.store.durable, use);
  return session === undefined
    ? repeatOrRefuse(use, derive, call, deps)
    : sign(session, derive(session), call, deps);
}

/** Ends the session of a refresh token, used or not. The answer does not reveal whether the token exists. */
export const revokeTokens: Flow<'revokeTokens'> = async ({ refreshToken }, call, deps) => {
  const { durable, relaxed } = deps.store;
  const token =
    readRefreshToken(refreshToken, deps.keys) ?? (await findStoredToken(relaxed, hashHandle(refreshToken)));
  if (token !== undefined)
    await endSession(durable, token.familyId, { ...call, kind: 'signedOut', now: deps.clock() });
  return undefined;
};

const useOf = (token: Generation, call: Call, deps: Deps): Use => ({
  ...token,
  repeatId: call.repeatId ?? null,
  userAgent: call.userAgent,
  now: deps.clock(),
});

const sign = (session: Refreshed, refreshToken: string, call: Call, deps: Deps): TokensOnTheWire =>
  signTokens({ ...session, refreshToken, call, deps, now: deps.clock() });

/** The answer to a token that could not be used: its successor again, or a refusal. */
async function repeatOrRefuse(
  use: Use,
  successorOf: (session: SessionState) => string | undefined,
  call: Call,
  deps: Deps,
): Promise<TokensOnTheWire> {
  const { durable, relaxed } = deps.store;
  const { now } = use;
  const session = await findSessionOf(relaxed, use);
  if (session === undefined || session.ended) throw new Refusal('sessionExpired');
  const { account, familyId, eventId } = session;
  if (!isHeld(session)) {
    await endSession(durable, familyId, { ...call, kind: 'sessionsEnded', now });
    throw new Refusal('sessionExpired');
  }
  const successor = session.repeated ? successorOf(session) : undefined;
  if (successor !== undefined) return sign(session, successor, call, deps);
  if (session.generation > use.generation) {
    const mail = refreshReuseMail(account, familyId, deps, now);
    if (await endSession(durable, familyId, { ...call, kind: 'refreshReuse', now }, mail)) {
      call.log.warn({ eventId }, 'a used refresh token came back: its session was ended');
      deps.wakeMailWorker();
    }
    throw new Refusal('sessionExpired');
  }
  if (session.expiresAt <= now) throw new Refusal('sessionExpired');
  deps.metrics.limited('refresh');
  throw new Refusal('rateLimited', { retryAfter: secondsUntil(session.fullUntil, now) });
}

/**
 * Refreshes by a token of the release before this one, which stores the SHA-256 of each token. As long as that release may
 * be running (`storesTokens`) its sessions stay what it understands; then the next refresh makes them sessions of this
 * release. The next release deletes this, with store/sessions/stored-tokens.ts.
 */
async function refreshStored(refreshToken: string, call: Call, deps: Deps): Promise<TokensOnTheWire> {
  const { durable, relaxed } = deps.store;
  const now = deps.clock();
  const find = () => findStoredToken(relaxed, hashHandle(refreshToken));
  const stored = await find();
  if (stored === undefined) throw new Refusal('sessionExpired');
  const { familyId, usedAt } = stored;
  if (stored.generation > 0 || !deps.store.storesTokens(now)) {
    // Tabs that hold the last two tokens at this moment both go on with the first derived one.
    const isPresent = usedAt === undefined || now - usedAt <= limits.refreshReplayWindow;
    return refreshDerived({ familyId, generation: isPresent ? 0 : -1 }, call, deps);
  }
  const next = newHandle();
  const sealKey = keyFrom(refreshToken, 'refresh successor');
  const session = await rotateStoredToken(durable, useOf({ familyId, generation: 0 }, call, deps), {
    hash: hashHandle(refreshToken),
    next: hashHandle(next),
    sealedNext: seal(sealKey, next, familyId),
  });
  if (session !== undefined) return sign(session, next, call, deps);
  // It was used, also by another call at the same moment, or its session cannot be refreshed.
  const again = await find();
  const use = useOf({ familyId, generation: again?.usedAt === undefined ? 0 : -1 }, call, deps);
  return repeatOrRefuse(
    use,
    () => again?.successor && unseal(sealKey, again.successor, familyId),
    call,
    deps,
  );
}
