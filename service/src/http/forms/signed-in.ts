/**
 * The session that a visitor's cookies hold, for what a page shows. It opens nothing: every call asks for its own
 * proof.
 */
import type { FastifyRequest } from 'fastify';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { platforms } from '@app/contract/fields/vocabulary.ts';

import type { Deps } from '#deps.ts';
import { clientIdsOf } from '#sessions/create-session.ts';
import { verifyIdToken } from '#security/tokens/tokens.ts';

import type { SessionCookies } from './session-cookies.ts';

/** The owner of our ID token if it occurs exactly once and has not expired, else undefined. */
export async function signedInOf(
  request: FastifyRequest,
  cookies: SessionCookies,
  { settings, keys, clock }: Pick<Deps, 'settings' | 'keys' | 'clock'>,
): Promise<PageData['signedIn']> {
  const [token] = cookies.values('id_token', request);
  if (token === undefined || !cookies.present(request)) return undefined;
  const { web, mobile } = clientIdsOf(settings);
  for (const audience of [web, mobile]) {
    const claims = await verifyIdToken(keys, token, { issuer: settings.publicUrl, audience }, clock());
    if (claims === undefined) continue;
    const platform = platforms.find((one) => one === claims['custom:platform']);
    return { email: claims.email, roles: claims['custom:roles'], ...(platform && { platform }) };
  }
  return undefined;
}
