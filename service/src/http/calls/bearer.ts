/** Reads the access token of the `Authorization` header (RFC 6750); never one in a query, a form or a cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#deps.ts';
import { clientIdsOf } from '#sessions/create-session.ts';
import { Refusal } from '#refusal.ts';
import { verifyAccessToken } from '#security/tokens/tokens.ts';
import type { SessionHolder } from '#store/sessions/sessions.ts';

/**
 * The account and the session that the access token was signed for; whether they are still good is the flow's to ask.
 * Without a token that is ours and alive: `Refusal('sessionExpired')`, with the challenge that RFC 6750 §3 asks for on
 * the reply.
 */
export async function bearerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, keys, clock }: Pick<Deps, 'settings' | 'keys' | 'clock'>,
): Promise<SessionHolder> {
  const { authorization } = request.headers;
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  const holder = token === undefined ? undefined : await holderOf(token, settings, keys, clock());
  if (holder !== undefined) return holder;
  challenge(reply, authorization !== undefined);
  throw new Refusal('sessionExpired');
}

/** Whose the token is, if it is ours, alive, and made for a program of this deployment. */
async function holderOf(
  token: string,
  settings: Deps['settings'],
  keys: Deps['keys'],
  now: number,
): Promise<SessionHolder | undefined> {
  const { web, mobile } = clientIdsOf(settings);
  for (const audience of [web, mobile]) {
    const claims = await verifyAccessToken(keys, token, { issuer: settings.publicUrl, audience }, now);
    if (claims !== undefined) return { accountId: claims.sub, familyId: claims.sid };
  }
  return undefined;
}

/** @param tried whether a token was sent and refused, which RFC 6750 §3.1 tells apart from no token */
export function challenge(reply: FastifyReply, tried: boolean): void {
  reply.header('www-authenticate', tried ? 'Bearer error="invalid_token"' : 'Bearer');
}
