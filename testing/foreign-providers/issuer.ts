/**
 * Runs `oauth2-mock-server` in place of Google: discovery document, keys and signatures. Its authorize page has only
 * the code flow, so this file adds one for response_type=id_token.
 */
import { OAuth2Server } from 'oauth2-mock-server';

import { choiceForm, pageOf, serve } from './server.ts';
import type { Settings } from '#product/service-process.ts';

export interface ForeignIssuer {
  /** The settings that make it the product's Google. */
  readonly settings: Settings;
  /** The address of its authorize page. */
  readonly url: string;
  /** Creates a new key and signs with it from now on. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'northline-at-the-issuer';
/** The texts of its page. */
export const forAnotherApp = 'for another app';

/** Starts an issuer with one account. */
export async function startForeignIssuer(account: string): Promise<ForeignIssuer> {
  const library = new OAuth2Server();
  let { kid } = await library.issuer.keys.generate('RS256');
  await library.start(0, '127.0.0.1');
  const discovery = await fetch(`${library.issuer.url}/.well-known/openid-configuration`);
  const { issuer, jwks_uri } = (await discovery.json()) as { issuer: string; jwks_uri: string };

  const idToken = (aud: string, nonce: string | null): Promise<string> =>
    library.issuer.buildToken({
      kid,
      scopesOrTransform: (_header, payload) =>
        void Object.assign(payload, {
          sub: 'somebody-at-the-issuer',
          aud,
          nonce,
          email: account,
          email_verified: true,
        }),
    });
  const pages = await serve(async ({ pathname, searchParams: query }) => {
    if (query.get('client_id') !== clientId || query.get('response_type') !== 'id_token')
      throw new Error(`Nobody can be signed in for ${pathname}?${query}`);
    if (pathname === '/authorize') {
      const choices = {
        [`Sign in as ${account}`]: clientId,
        [`Sign in as ${account} ${forAnotherApp}`]: 'another-app',
      };
      return pageOf('Choose an account', choiceForm('/choose', query, choices));
    }
    const fragment = new URLSearchParams({
      id_token: await idToken(query.get('choice') ?? '', query.get('nonce')),
      state: query.get('state') ?? '',
    });
    return { location: `${query.get('redirect_uri')}#${fragment}` };
  });

  return {
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_ISSUER: issuer,
      // A company's issuer has verified the addresses of its accounts.
      GOOGLE_AUTHORITY: 'verified-email',
      GOOGLE_AUTHORIZE_URL: `${pages.url}/authorize`,
      GOOGLE_JWKS_URL: jwks_uri,
    },
    url: pages.url,
    rotate: async () => void ({ kid } = await library.issuer.keys.generate('RS256')),
    async stop() {
      await pages.stop();
      await library.stop();
    },
  };
}
