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
  const { publicUrl, clientIds } = settings;
  const audiences = publicUrl.startsWith('https:')
    ? [clientIds.webSecure, clientIds.mobileSecure]
    : [clientIds.web, clientIds.mobile];
  for (const audience of token === undefined ? [] : audiences) {
    const claims = await verifyAccessToken(keys, token ?? '', { issuer: publicUrl, audience }, clock());
    if (claims !== undefined) return { accountId: claims.sub, familyId: claims.sid };
  }
  challenge(reply, authorization !== undefined);
  throw new Refusal('sessionExpired');
}

/** `tried`: a token was there and is not good, which the caller is told apart from having sent none. */
export function challenge(reply: FastifyReply, tried: boolean): void {
  reply.header('www-authenticate', tried ? 'Bearer error="invalid_token"' : 'Bearer');
}
