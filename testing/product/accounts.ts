/**
 * Creates accounts for one test by the API. A test that changes a password or an address must not use a demo account,
 * because all tests share those.
 */
import { randomUUID } from 'node:crypto';

import { endpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import { linkIn } from '#browser/links.ts';
import { codeIn } from './mailbox.ts';
import { password } from '#screens/sign-in-screens.ts';
import type { Product } from './start-product.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A password that no account has yet. The monitor treats it as a secret, like every demo password. */
export const newPassword = 'Lantern-Kestrel-58! by the quay';

/** Returns an address that no test has used. */
export const newAddress = (name = 'vera'): string => `${name}-${randomUUID().slice(0, 8)}@lowtide.test`;

/** Makes an app's call without a browser. Returns the whole response. */
export function call(
  product: Pick<Product, 'url'>,
  entry: Pick<Endpoint, 'method' | 'path'>,
  body: Record<string, unknown>,
): Promise<Response> {
  return fetch(`${product.url}${entry.path}`, {
    method: entry.method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
}

async function callOrThrow(
  product: Product,
  entry: Pick<Endpoint, 'method' | 'path'>,
  body: Record<string, unknown>,
): Promise<void> {
  const answer = await call(product, entry, body);
  if (!answer.ok) throw new Error(`${entry.path} answered ${answer.status}: ${await answer.text()}`);
}

/** Signs up and confirms a new account, which signs in with a password and a mailed code. */
export async function createAccount(product: Product, name?: string): Promise<Person> {
  const email = newAddress(name);
  await callOrThrow(product, endpoints.signUp, { email, name: 'Nora Lind', companyName: 'Lowtide Supplies' });
  const link = linkIn(await product.mailbox.next(email), '/signup/confirm');
  await callOrThrow(product, endpoints.confirmSignUp, {
    email,
    confirmationCode: link.token,
    password,
    passwordConfirmation: password,
  });
  return { email, password };
}

/** Requests a password reset and returns the mailed link. */
export async function askForLink(product: Product, email: string): Promise<string> {
  await callOrThrow(product, endpoints.recoverPassword, { email });
  return linkIn(await product.mailbox.next(email), '/password/reset').address;
}

/** The tokens of a sign-in, as the wire writes them. */
export interface SignedIn {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly refresh_token_expiration_date: number;
  readonly auth_strategy: string;
}

/** Signs in with a password, and with the mailed code where the account asks for one; skips a set-up. Returns the status, and the tokens on success. */
export async function tokensOf(
  product: Pick<Product, 'url' | 'mailbox'>,
  { email, password }: Person,
): Promise<{ status: number; tokens?: SignedIn }> {
  const first = await call(product, endpoints.signInWithPassword, { email, password });
  if (!first.ok) return { status: first.status };
  const { basic, mfa } = (await first.json()) as { basic?: SignedIn; mfa?: { session: string } };
  if (basic) return { status: first.status, tokens: basic };
  const code = codeIn((await product.mailbox.next(email)).text);
  const second = await call(product, endpoints.verifyCode, { email, code, session: mfa?.session });
  if (!second.ok) return { status: second.status };
  const answer = (await second.json()) as SignedIn | { setUp: { setup: string } };
  if (!('setUp' in answer)) return { status: second.status, tokens: answer };
  const { setup } = answer.setUp;
  const skipped = await call(product, endpoints.verifySetUp, { email, setup, session: mfa?.session });
  if (!skipped.ok) return { status: skipped.status };
  return { status: skipped.status, tokens: (await skipped.json()) as SignedIn };
}

/** Signs in with a password and the mailed code. Returns the status, and the refresh token on success. */
export async function signInByCalls(
  product: Product,
  person: Person,
): Promise<{ status: number; refreshToken?: string }> {
  const { status, tokens } = await tokensOf(product, person);
  return { status, ...(tokens && { refreshToken: tokens.refresh_token }) };
}

/** Returns the status of a refresh: 401 when the session has ended. */
export async function refreshStatus(product: Product, refreshToken: string): Promise<number> {
  return (await call(product, endpoints.refreshTokens, { refreshToken })).status;
}
