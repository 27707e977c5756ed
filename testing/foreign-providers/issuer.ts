/**
 * `oauth2-mock-server` in Google's place: its discovery document, its keys and its signatures. Of an authorize page it
 * has the code flow alone, so the page that Google's way needs (response_type=id_token) stands beside it.
 */
import { OAuth2Server } from 'oauth2-mock-server';

import { choiceForm, pageOf, serve } from './server.ts';
import type { Settings } from '#product/service-process.ts';

export interface ForeignIssuer {
  /** What makes it the product's. */
  readonly settings: Settings;
  /** Where its authorize page is. */
  readonly url: string;
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'northline-at-the-issuer';
/** What its page says beside the account. */
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
      // The issuer of a company knows the addresses of its own people.
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
