/**
 * Sends the forms of the development admin page (`/stand-in/desk`), in place of a dashboard. The page's own two journeys
 * use the page itself.
 */
import type { Product } from './start-product.ts';

async function ask(product: Product, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${product.url}/stand-in/desk`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
  // The redirect's address has the result; the page has the texts for it.
  const said = new URL(answer.headers.get('location') ?? '?', product.url).searchParams.get('said');
  if (said === null || ['noAccount', 'invalid'].includes(said))
    throw new Error(`The desk answered ${answer.status} ${said}: ${await answer.text()}`);
}

export const invite = (product: Product, email: string, language = 'en'): Promise<void> =>
  ask(product, { action: 'invite', name: 'Ivo Lindgren', email, language });

export const askForNewPassword = (product: Product, email: string): Promise<void> =>
  ask(product, { action: 'newPassword', email });

export const askForNewAddress = (product: Product, email: string, newEmail: string): Promise<void> =>
  ask(product, { action: 'emailChange', email, newEmail });

export const disable = (product: Product, email: string): Promise<void> =>
  ask(product, { action: 'disable', email });

export const setMethod = (
  product: Product,
  email: string,
  method: 'password' | 'google' | 'saml',
): Promise<void> => ask(product, { action: 'method', email, method });
