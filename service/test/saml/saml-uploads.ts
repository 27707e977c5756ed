/** An admin who uploads the metadata of the company's identity provider over HTTP, for tests. */
import * as v from 'valibot';
import { errorBody } from '@app/contract/calls/refusals.ts';

import { makeSigningKeys } from './saml-idp.ts';
import type { TestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

const day = 24 * 60 * 60 * 1000;
/** The start time of the test deps' clock. */
const start = Date.UTC(2026, 10, 21, 9);

/** The end of a certificate with `daysLeft` days left, in ms since the epoch. */
export const endIn = (daysLeft: number): number => start + daysLeft * day;

/** base64 DER, with `daysLeft` days to its end by the clock of test deps. */
export async function makeCertificate(
  daysLeft: number,
  options: Parameters<typeof makeSigningKeys>[0] = {},
): Promise<string> {
  const notBefore = new Date(start - 400 * day);
  const made = await makeSigningKeys({ notBefore, notAfter: new Date(endIn(daysLeft)), ...options });
  return made.certificate;
}

export interface Admin {
  readonly id: string;
  readonly companyId: string;
  readonly tokens: {
    readonly access_token: string;
    readonly id_token: string;
    readonly refresh_token: string;
  };
}

export interface Upload {
  readonly file?: string | Uint8Array;
  readonly emailAttribute?: string;
  /** Replaces the admin's access token. */
  readonly token?: string;
  /** Replaces the admin's company. */
  readonly companyId?: string;
  readonly headers?: Record<string, string>;
}

/** A new client address for each request, so that no rate limit answers first. */
export function createUploads({ app, deps }: TestApp) {
  let client = 0;
  const nextClient = (): string => `10.0.${(client += 1) >> 8}.${client & 255}`;

  /** Sends a raw request to the upload's address. */
  async function put(companyId: string, payload: Buffer, headers: Record<string, string>) {
    const url = `/auth/v1/companies/${companyId}/saml/configuration`;
    return app.inject({ method: 'PUT', url, payload, headers, remoteAddress: nextClient() });
  }

  return {
    put,
    /** A person who has just signed in. */
    async signedIn(changes: Parameters<typeof createAccount>[1] = {}): Promise<Admin> {
      const account = await createAccount(deps, { secondStep: 'off', ...changes });
      const answer = await app.inject({
        method: 'POST',
        url: '/auth/v2/users/session',
        payload: { email: account.email, password: rightPassword },
        remoteAddress: nextClient(),
      });
      return { id: account.id, companyId: account.companyId, tokens: answer.json().basic };
    },
    async upload(admin: Admin, { file, emailAttribute, token, companyId, headers }: Upload = {}) {
      const form = new FormData();
      if (emailAttribute !== undefined) form.append('emailAttribute', emailAttribute);
      if (file !== undefined) form.append('file', new Blob([file as BlobPart]), 'metadata.xml');
      const { body, type } = await multipartOf(form);
      return put(companyId ?? admin.companyId, body, {
        'content-type': type,
        authorization: `Bearer ${token ?? admin.tokens.access_token}`,
        ...headers,
      });
    },
  };
}

/** The form as a browser sends it. */
export async function multipartOf(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form);
  return {
    type: response.headers.get('content-type') ?? '',
    body: Buffer.from(await response.arrayBuffer()),
  };
}

type Answer = Awaited<ReturnType<ReturnType<typeof createUploads>['upload']>>;

/** A short summary of a refusal. */
export function saysNo(answer: Answer) {
  const { error, fields } = v.parse(errorBody, answer.json());
  return { status: answer.statusCode, name: error.name, ...(fields && { fields }) };
}
