/** The admin of the demo company, who sets up its identity provider: by the service's calls, for there is no screen yet. */
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { ada, password } from '#screens/sign-in-screens.ts';
import type { Product } from '#product/start-product.ts';

export interface CompanyAdmin {
  /** The service's SAML metadata for the company. */
  serviceMetadata(): Promise<string>;
  /** Makes the provider that this metadata describes the company's. */
  upload(metadata: string): Promise<void>;
}

/** Signs the admin in as anybody signs in, with the code of the mail; the tokens are good for a quarter of an hour. */
export async function signInAdmin(product: Product): Promise<CompanyAdmin> {
  const call = async <Wire>(path: string, body: object): Promise<Wire> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await good(answer).json()) as Wire;
  };
  const { signInWithPassword, verifyCode } = endpoints;
  const { mfa } = await call<{ mfa: { session: string } }>(signInWithPassword.path, { email: ada, password });
  const tokens = await call<{ access_token: string; id_token: string }>(verifyCode.path, {
    email: ada,
    code: await product.mailbox.nextCode(ada),
    session: mfa.session,
  });
  const [, claims = ''] = tokens.id_token.split('.');
  const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { 'custom:company_id': string };
  const company = known['custom:company_id'];

  return {
    serviceMetadata: async () => good(await fetch(`${product.url}/auth/v1/saml/${company}/metadata`)).text(),
    async upload(metadata) {
      const body = new FormData();
      body.append('file', new Blob([metadata]), 'metadata.xml');
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const path = `/auth/v1/companies/${company}/saml/configuration`;
      const answer = await fetch(product.url + path, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
    },
  };
}

function good(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer;
}
