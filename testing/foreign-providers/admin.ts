/**
 * Sets up the demo company's identity provider as its admin, by calls to the service: there is no screen for it yet.
 */
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { ada, password } from '#screens/sign-in-screens.ts';
import type { Product } from '#product/start-product.ts';

export interface CompanyAdmin {
  /** The service's SAML metadata for this company. */
  serviceMetadata(): Promise<string>;
  /** Uploads the metadata of the company's identity provider. */
  upload(metadata: string): Promise<void>;
}

/** Signs the admin in with a password and a mailed code. The tokens expire after 15 minutes. */
export async function signInAdmin(product: Product): Promise<CompanyAdmin> {
  const call = async <Wire>(path: string, body: object): Promise<Wire> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await expectOk(answer).json()) as Wire;
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
    serviceMetadata: async () =>
      expectOk(await fetch(`${product.url}/auth/v1/saml/${company}/metadata`)).text(),
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

function expectOk(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer;
}
