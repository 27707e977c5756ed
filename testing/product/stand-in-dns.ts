/**
 * Uses the stand-in DNS by calls: a journey that only needs a record opens no tab for it, because Chromium sometimes does
 * not close one that is still loading.
 */
import type { Product } from './start-product.ts';

async function post(product: Product, path: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${product.url}/stand-in/dns${path}`, {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`The stand-in DNS answered ${answer.status}`);
}

export const addTxtRecord = (product: Product, name: string, text: string) =>
  post(product, '', { name, text });

export const removeTxtRecord = (product: Product, name: string, text: string) =>
  post(product, '', { name, text, remove: '1' });

/** Runs the check of the domains that are due, which the service makes every hour. */
export const checkDomains = (product: Product) => post(product, '/check', {});
