/** Who calls with an access token (RFC 6750): the `Authorization` header alone, never a query, a form or a cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { verifyAccessToken } from '#security/tokens.ts';
import type { SessionHolder } from '#store/session-accounts.ts';

/**
 * The account and the session that the access token was signed for; whether they are still good is the flow's to ask.
 * Without a token that is ours and alive: `Refusal('sessionExpired')`, with the challenge that RFC 6750, section 3,
 * asks for on the reply.
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

/** Whose the token is, if it was made for an app of this deployment: of one kind alone, by http or by https. */
async function holderOf(
  token: string,
  { publicUrl, clientIds }: Deps['settings'],
  keys: Deps['keys'],
  now: number,
): Promise<SessionHolder | undefined> {
  const audiences = publicUrl.startsWith('https:')
    ? [clientIds.webSecure, clientIds.mobileSecure]
    : [clientIds.web, clientIds.mobile];
  for (const audience of audiences) {
    const claims = await verifyAccessToken(keys, token, { issuer: publicUrl, audience }, now);
    if (claims !== undefined) return { accountId: claims.sub, familyId: claims.sid };
  }
  return undefined;
}

/** `tried`: a token was there and is not good, which the caller is told apart from having sent none. */
export function challenge(reply: FastifyReply, tried: boolean): void {
  reply.header('www-authenticate', tried ? 'Bearer error="invalid_token"' : 'Bearer');
}
