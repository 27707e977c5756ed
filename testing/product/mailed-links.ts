/** Links of mails for journeys that begin with one: asked for by calls, without the screens that other journeys go through. */
import { endpoints, type Body, type EndpointName } from '@app/contract/calls/endpoints.ts';

import { invite } from './admin-desk.ts';
import { linkIn } from '#browser/links.ts';
import { password } from '#screens/sign-in-screens.ts';
import type { Product } from './start-product.ts';

/** The pages that a link can open, by the name of its token in the query. */
export const tokenNames = {
  '/password/reset': 'code',
  '/password/new': 'code',
  '/users/confirmation': 'confirmation_token',
  '/signup/confirm': 'code',
  '/login/device': 'code',
} as const;
export type LinkPage = keyof typeof tokenNames;

/** Makes a call of the contract as any client may. Throws unless it succeeds. */
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
/** An address that no journey has used. */
export function newAddress(name = 'somebody'): string {
  addresses += 1;
  return `${name}-${process.pid}-${addresses}@northline.test`;
}

/** An account whose password may be set again: nobody signs in with it by another journey's password. */
const forgetful = 'marc@northline.test';

/** The link of the next mail, in the language of the browser and not of the account. */
export async function mailedLink(
  product: Product,
  email: string,
  page: Parameters<typeof linkIn>[1],
): Promise<string> {
  const link = new URL(linkIn(await product.mailbox.next(email), page).address);
  link.searchParams.delete('lng');
  return link.href;
}

/** The link of a forgotten password. */
export async function resetLink(product: Product): Promise<string> {
  await call(product, 'recoverPassword', { email: forgetful });
  return mailedLink(product, forgetful, '/password/reset');
}

/** An invitation's link. */
export async function invitationLink(product: Product, email: string): Promise<string> {
  await invite(product, email);
  return mailedLink(product, email, '/users/confirmation');
}

/** The link that confirms a signup of somebody new. */
export async function signUpLink(product: Product): Promise<string> {
  const email = newAddress('founder');
  await call(product, 'signUp', {
    email,
    companyName: 'Fjordline Ferries',
    password,
    passwordConfirmation: password,
  });
  return mailedLink(product, email, '/signup/confirm');
}

/** Uses a link up, as its page would. Answers the link. */
export async function useUp(product: Product, link: string): Promise<string> {
  const { pathname, searchParams } = new URL(link);
  const page = pathname as LinkPage;
  const email = searchParams.get('email') ?? '';
  const token = searchParams.get(tokenNames[page]) ?? '';
  const chosen = { email, password, passwordConfirmation: password };
  if (page.startsWith('/password/')) {
    await call(product, 'resetPassword', { ...chosen, code: token });
    // The owner is told of it by a mail, which is not the one that is waited for next.
    await product.mailbox.next(email);
  } else if (page === '/users/confirmation')
    await call(product, 'acceptInvitation', {
      ...chosen,
      confirmationCode: token,
      timezone: 'UTC',
      lang: 'en-US',
    });
  else await call(product, 'confirmSignUp', { email, confirmationCode: token });
  return link;
}
