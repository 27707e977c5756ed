/** The calls of the session that comes out of a sign-in. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { handle } from '#fields/handles.ts';
import { tokens } from '#tokens/tokens.ts';

export const sessionEndpoints = {
  /** A new set of tokens for a refresh token, which is rotated (threat B1). */
  refreshTokens: {
    method: 'POST',
    path: '/auth/v2/tokens/refresh',
    audience: 'anyone',
    body: v.object({ refreshToken: handle }),
    answer: tokens,
    refusals: ['sessionExpired'],
  },
  /** Sign-out: ends the session of the refresh token (extension). Always 204 for a well-formed body. */
  revokeTokens: {
    method: 'POST',
    path: '/auth/v2/tokens/revoke',
    audience: 'anyone',
    body: v.object({ refreshToken: handle }),
  },
  /** A signed token for this browser, which the risk-data script stores (extension). It proves nothing on its own. */
  issueDeviceToken: {
    method: 'POST',
    path: '/auth/v2/devices',
    audience: 'anyone',
    body: v.object({}),
    answer: v.object({ deviceToken: v.string() }),
    safe: true,
  },
} as const satisfies Record<string, Endpoint>;
