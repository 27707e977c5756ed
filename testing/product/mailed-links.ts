/** Creates mailed links by API calls, for journeys that begin with a link. */
import { randomUUID } from 'node:crypto';

import { endpoints, type Body, type EndpointName } from '@app/contract/calls/endpoints.ts';

import { linkIn } from '#browser/links.ts';
import { password } from '#screens/sign-in-screens.ts';
import { asAdmin } from './company-admin.ts';
import type { Product } from './start-product.ts';

/** Each page that a link opens, with the name of its token in the query. */
export const tokenNames = {
  '/password/reset': 'code',
  '/password/new': 'code',
  '/users/confirmation': 'confirmation_token',
  '/signup/confirm': 'code',
  '/login/device': 'code',
  '/login/not-you': 'code',
  '/users/passkey': 'code',
} as const;
export type LinkPage = keyof typeof tokenNames;

/** Calls an endpoint of the contract. Throws unless it succeeds. */
async function call<Name extends EndpointName>(
  product: Product,
  name: Name,
  body: Body<Name>,
): Promise<void> {
  const answer = await fetch(product.url + endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-origin': 'authentication-ui' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
}

let addresses = 0;
/** Returns an address that no test has used. */
export function newAddress(name = 'somebody'): string {
  addresses += 1;
  return `${name}-${process.pid}-${addresses}@northline.test`;
}

/** Returns the link of the next mail without its language, so that the page uses the browser's language. */
export async function mailedLink(
  product: Product,
  email: string,
  page: Parameters<typeof linkIn>[1],
): Promise<string> {
  const link = new URL(linkIn(await product.mailbox.next(email), page).address);
  link.searchParams.delete('lng');
  return link.href;
}

/** Returns an address with a new account, whose password no other test needs. */
export async function newAccount(product: Product): Promise<string> {
  const email = newAddress('forgetful');
  await consumeLink(product, await invitationLink(product, email));
  return email;
}

/** Returns the link of a password reset. */
export async function resetLink(product: Product, account?: string): Promise<string> {
  const email = account ?? (await newAccount(product));
  await call(product, 'recoverPassword', { email });
  return mailedLink(product, email, '/password/reset');
}

/** Returns the link of an invitation. */
export async function invitationLink(product: Product, email: string): Promise<string> {
  await asAdmin(product).invite(email);
  return mailedLink(product, email, '/users/confirmation');
}

/** Returns the link that confirms a new signup. */
export async function signUpLink(product: Product): Promise<string> {
  const email = newAddress('founder');
  await call(product, 'signUp', { email, name: 'Nora Lind', companyName: 'Fjordline Ferries' });
  return mailedLink(product, email, '/signup/confirm');
}

/** Consumes a link with the call that its page makes. Returns the link. */
export async function consumeLink(product: Product, link: string): Promise<string> {
  const { pathname, searchParams } = new URL(link);
  const page = pathname as LinkPage;
  const email = searchParams.get('email') ?? '';
  const token = searchParams.get(tokenNames[page]) ?? '';
  const choose = (next: string) => ({ email, password: next, passwordConfirmation: next });
  const chosen = choose(password);
  if (page.startsWith('/password/')) {
    // A reset refuses the present password.
    await call(product, 'resetPassword', { ...choose(`${password} ${randomUUID()}`), code: token });
    // Skips the email that notifies the owner of the change.
    await product.mailbox.next(email);
  } else if (page === '/users/confirmation')
    await call(product, 'acceptInvitation', {
      ...chosen,
      confirmationCode: token,
      timezone: 'UTC',
      lang: 'en-US',
    });
  else await call(product, 'confirmSignUp', { ...chosen, confirmationCode: token });
  return link;
}
