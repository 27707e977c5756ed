/** Refreshes and revokes the tokens of a session (requirements §3; threats B1, B2). */
import { limits } from '@app/contract/fields/limits.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { keyFrom, seal, unseal } from '#security/tokens/sealing.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { after, changedInOneStatement, inOneStatement } from '#store/connection/one-statement.ts';
import { insertEvent } from '#store/events.ts';
import { insertMail } from '#store/outbox.ts';
import { findRefreshToken, type RefreshToken, rotateRefreshToken } from '#store/sessions/refresh-tokens.ts';
import { revokeSession } from '#store/sessions/sessions.ts';

import { refreshes } from '#rate-limits/rate-limits.ts';
import { refreshReuseMail } from '#mails/sign-in-mails.ts';
import { countTries, refuseIfFull } from '#rate-limits/rate-limiter.ts';
import { signTokens } from '#sessions/create-session.ts';

const sealPurpose = 'refresh successor';

/**
 * Exchanges a refresh token for new tokens (rotation). A repeat within ten seconds gets the same successor, for tabs and
 * lost answers. A later repeat means that two parties have the token: the session ends for both. Throws
 * `Refusal('sessionExpired')`.
 */
export const refreshTokens: Flow<'refreshTokens'> = async ({ refreshToken }, call, deps) => {
  const hash = hashHandle(refreshToken);
  const now = deps.clock();
  const lookUp = (at: number) =>
    findRefreshToken(deps.store.relaxed, hash).then((token) => usable(token, call, deps, at));
  let found = await lookUp(now);
  if (found.used === undefined) {
    const answer = await rotateToken({ refreshToken, hash, found, call, deps, now });
    if (answer !== undefined) return answer;
    // Another call with the same token was first: both return its successor.
    found = await lookUp(deps.clock());
  }
  await countTries([refreshes(found.familyId)], deps, now);
  const successor =
    found.used && unseal(keyFrom(refreshToken, sealPurpose), found.used.successor, found.familyId);
  if (found.used === undefined || successor === undefined) throw new Refusal('sessionExpired');
  return signTokens({
    ...found,
    refreshToken: successor,
    expiresAt: found.used.successorExpiresAt,
    call,
    deps,
    now,
  });
};

/** Ends the session of a refresh token, used or not. The answer does not reveal whether the token exists. */
export const revokeTokens: Flow<'revokeTokens'> = async ({ refreshToken }, call, deps) => {
  const found = await findRefreshToken(deps.store.relaxed, hashHandle(refreshToken));
  if (found === undefined) return undefined;
  const now = deps.clock();
  await inOneStatement(deps.store.durable, {
    revoked: revokeSession(found.familyId, now),
    event: insertEvent(eventOf(found, 'signedOut', call, now), after('revoked')),
  });
  return undefined;
};

/** The stored token, if its session is valid; every other token gets the same refusal. */
async function usable(
  found: RefreshToken | undefined,
  call: Call,
  deps: Deps,
  now: number,
): Promise<RefreshToken> {
  if (found === undefined || found.familyRevoked || found.familyExpiresAt <= now)
    throw new Refusal('sessionExpired');
  const { account, familyId, used } = found;
  if (account.status !== 'active' || account.method !== found.strategy) {
    await inOneStatement(deps.store.durable, {
      revoked: revokeSession(familyId, now),
      event: insertEvent(eventOf(found, 'sessionsEnded', call, now), after('revoked')),
    });
    throw new Refusal('sessionExpired');
  }
  if (used !== undefined && (used.successorUsed || now - used.at > limits.refreshReplayWindow)) {
    await endForReuse(found, call, deps, now);
    throw new Refusal('sessionExpired');
  }
  if (used === undefined && found.expiresAt <= now) throw new Refusal('sessionExpired');
  return found;
}

/** Revokes the whole family, with one event and one mail to the owner. */
async function endForReuse(found: RefreshToken, call: Call, deps: Deps, now: number): Promise<void> {
  const mail = refreshReuseMail(found.account, found.familyId, deps, now);
  const ended = await changedInOneStatement(deps.store.durable, 'revoked', {
    revoked: revokeSession(found.familyId, now),
    event: insertEvent(eventOf(found, 'refreshReuse', call, now), after('revoked')),
    mail: insertMail(mail, after('revoked')),
  });
  if (!ended) return;
  call.log.warn({ eventId: found.eventId }, 'a used refresh token came back: its session was ended');
  deps.wakeMailWorker();
}

/** The new tokens, or undefined if another call used the token first. */
async function rotateToken({
  refreshToken,
  hash,
  found,
  call,
  deps,
  now,
}: {
  readonly refreshToken: string;
  readonly hash: Buffer;
  readonly found: RefreshToken;
  readonly call: Call;
  readonly deps: Deps;
  readonly now: number;
}): Promise<TokensOnTheWire | undefined> {
  const next = newHandle();
  const nextExpiresAt = Math.min(now + limits.refreshIdle, found.familyExpiresAt);
  const answer = signTokens({ ...found, refreshToken: next, expiresAt: nextExpiresAt, call, deps, now });
  const rotated = await rotateRefreshToken(deps.store.durable, {
    hash,
    next: hashHandle(next),
    sealedNext: seal(keyFrom(refreshToken, sealPurpose), next, found.familyId),
    nextExpiresAt,
    counter: refreshes(found.familyId),
    answer: call.once?.sealAnswer(answer),
    userAgent: call.userAgent,
    now,
  });
  if (rotated.outcome === 'full') refuseIfFull(rotated.full, deps, now);
  return rotated.outcome === 'rotated' ? answer : undefined;
}

const eventOf = (
  found: RefreshToken,
  kind: 'signedOut' | 'refreshReuse' | 'sessionsEnded',
  call: Call,
  now: number,
) => ({
  eventId: found.eventId,
  accountId: found.account.id,
  kind,
  client: call.client,
  platform: call.platform,
  at: now,
});
