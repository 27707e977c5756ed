/** Opens the dashboard signed in, without the screens of the sign-in app. */
import type { BrowserContext, Page } from '@playwright/test';

import { ada, ben, cookieValue, password } from '#screens/sign-in-screens.ts';
import { tokensOf, type Person, type SignedIn } from './accounts.ts';
import type { Product } from './start-product.ts';

/** The demo company's admin, and a person of it without rights. */
export const admin: Person = { email: ada, password };
export const person: Person = { email: ben, password };

/** Gives a browser the cookies of a new session, as the sign-in app stores them. */
export async function signInBrowser(
  context: BrowserContext,
  product: Pick<Product, 'url' | 'mailbox'>,
  who: Person = admin,
): Promise<SignedIn> {
  const { status, tokens } = await tokensOf(product, who);
  if (!tokens) throw new Error(`the sign-in of ${who.email} answered ${status}`);
  const values = {
    id_token: tokens.id_token,
    refresh_token: tokens.refresh_token,
    refresh_token_expiration_date: String(tokens.refresh_token_expiration_date),
    auth_strategy: tokens.auth_strategy,
    session_platform: 'dashboard',
  };
  await context.addCookies(
    Object.entries(values).map(([name, value]) => ({
      name,
      value,
      url: product.url,
      expires: tokens.refresh_token_expiration_date,
    })),
  );
  return tokens;
}

/** Opens an address of the dashboard signed in, and waits for its heading and for the area below it. */
export async function openDashboard(
  page: Page,
  product: Pick<Product, 'url' | 'mailbox'>,
  { who = admin, path = '' }: { who?: Person; path?: string } = {},
): Promise<void> {
  await signInBrowser(page.context(), product, who);
  await page.goto(`${product.url}/dashboard${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-area=loading]').waitFor({ state: 'detached' });
}

/** The id of the company of the person who is signed in. */
export async function companyIdOf(page: Page): Promise<string> {
  const claims = (await cookieValue(page, 'id_token'))?.split('.')[1] ?? '';
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { 'custom:company_id': string };
  return read['custom:company_id'];
}

/** Waits until the open dashboard shows whose it is, in its account menu. */
export async function waitForAccount(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menu').getByText(email).waitFor();
  await page.keyboard.press('Escape');
}
