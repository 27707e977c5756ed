/**
 * People of a journey's own. The demo accounts are everybody's: a journey that changes a password or an address does
 * it to somebody who is new, made by the calls that the screens make.
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

/** A password that nobody has yet. The watch finds it where it must not be, as it finds every demo password. */
export const newPassword = 'Lantern-Kestrel-58! by the quay';

/** An address that no mail has gone to. */
export const newAddress = (name = 'vera'): string => `${name}-${randomUUID().slice(0, 8)}@lowtide.test`;

/** A call as an app makes it, but by no browser. Answers the whole response. */
export function call(
  product: Product,
  entry: Pick<Endpoint, 'method' | 'path'>,
  body: Record<string, unknown>,
): Promise<Response> {
  return fetch(`${product.url}${entry.path}`, {
    method: entry.method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
}

async function made(
  product: Product,
  entry: Pick<Endpoint, 'method' | 'path'>,
  body: Record<string, unknown>,
): Promise<void> {
  const answer = await call(product, entry, body);
  if (answer.status !== 204)
    throw new Error(`${entry.path} answered ${answer.status}: ${await answer.text()}`);
}

/** Somebody who has signed up and confirmed it: an account with a password and a mailed code. */
export async function newcomer(product: Product, name?: string): Promise<Person> {
  const email = newAddress(name);
  await made(product, endpoints.signUp, {
    email,
    password,
    passwordConfirmation: password,
    companyName: 'Lowtide Supplies',
  });
  const link = linkIn(await product.mailbox.next(email), '/signup/confirm');
  await made(product, endpoints.confirmSignUp, { email, confirmationCode: link.token });
  return { email, password };
}

/** Asks for a new password, as the screen does, and answers the mail's link. */
export async function askForLink(product: Product, email: string): Promise<string> {
  await made(product, endpoints.recoverPassword, { email });
  return linkIn(await product.mailbox.next(email), '/password/reset').address;
}

/** How a sign-in with a password ends for the one who knows it: the status, and the refresh token once it is through. */
export async function signInByCalls(
  product: Product,
  { email, password }: Person,
): Promise<{ status: number; refreshToken?: string }> {
  const first = await call(product, endpoints.signInWithPassword, { email, password });
  if (!first.ok) return { status: first.status };
  const { mfa } = (await first.json()) as { mfa: { session: string } };
  const code = codeIn((await product.mailbox.next(email)).text);
  const second = await call(product, endpoints.verifyCode, { email, code, session: mfa.session });
  const tokens = (await second.json()) as { refresh_token: string };
  return { status: second.status, refreshToken: tokens.refresh_token };
}

/** Whether a session lives on: the status of its next refresh. */
export async function refreshStatus(product: Product, refreshToken: string): Promise<number> {
  return (await call(product, endpoints.refreshTokens, { refreshToken })).status;
}
