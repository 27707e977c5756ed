/** Makes the calls of the dashboard over HTTP in tests, signed in as any account. */
import { randomUUID } from 'node:crypto';
import {
  type DashboardCallName,
  dashboardEndpoints,
  type Endpoint,
  type WireAnswer,
} from '@app/contract/calls/endpoints.ts';

import type { Account } from '#store/accounts/accounts.ts';
import type { TestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

export interface SignedIn {
  readonly account: Account;
  readonly token: string;
  readonly refreshToken: string;
}

export interface CallParts {
  /** Undefined: no token is sent. */
  readonly as: Pick<SignedIn, 'token' | 'account'> | undefined;
  /** The company of the path; the caller's own unless it is given. */
  readonly companyId?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A new one unless it is given. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallAnswer<Name extends DashboardCallName> {
  readonly status: number;
  readonly body: WireAnswer<Name>;
  /** The name of a refusal, or undefined. */
  readonly refusal: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export function createDashboardDriver({ app, deps }: TestApp) {
  let client = 0;
  /** A new client address for each request, so that no rate limit answers first. */
  const nextClient = (): string => `10.1.${(client += 1) >> 8}.${client & 255}`;

  return {
    /** A new account that has just signed in by password; an admin unless `changes` says otherwise. */
    async signedIn(changes: Parameters<typeof createAccount>[1] = {}): Promise<SignedIn> {
      const account = await createAccount(deps, { secondStep: 'off', ...changes });
      const answer = await app.inject({
        method: 'POST',
        url: '/auth/v2/users/session',
        payload: { email: account.email, password: rightPassword },
        remoteAddress: nextClient(),
      });
      const { access_token: token, refresh_token: refreshToken } = answer.json().basic;
      return { account, token, refreshToken };
    },
    /** Lets the account and its session be those of single sign-on. */
    async useSaml({ account: { id } }: SignedIn): Promise<void> {
      const { durable } = deps.store;
      await durable.updateTable('accounts').set({ method: 'saml' }).where('id', '=', id).execute();
      await durable.updateTable('families').set({ strategy: 'saml' }).where('account_id', '=', id).execute();
    },
    async call<Name extends DashboardCallName>(name: Name, parts: CallParts): Promise<CallAnswer<Name>> {
      const endpoint: Endpoint = dashboardEndpoints[name];
      const params: Record<string, string> = {
        id: parts.companyId ?? parts.as?.account.companyId ?? deps.company.id,
        ...parts.params,
      };
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
        const value = params[param];
        if (value === undefined) throw new Error(`${name} needs the parameter ${param}`);
        return encodeURIComponent(value);
      });
      const query = new URLSearchParams(parts.query).toString();
      const answer = await app.inject({
        method: endpoint.method,
        url: query === '' ? path : `${path}?${query}`,
        ...(parts.body !== undefined && { payload: parts.body as object }),
        headers: {
          ...(parts.as && { authorization: `Bearer ${parts.as.token}` }),
          ...(endpoint.method !== 'GET' && { 'idempotency-key': parts.idempotencyKey ?? randomUUID() }),
          ...parts.headers,
        },
        remoteAddress: nextClient(),
      });
      const isJson = answer.headers['content-type']?.startsWith('application/json');
      const body = isJson ? answer.json() : undefined;
      return {
        status: answer.statusCode,
        body,
        refusal: answer.statusCode >= 400 ? body?.error?.name : undefined,
        headers: answer.headers,
        text: answer.body,
      };
    },
  };
}
