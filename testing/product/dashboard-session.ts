/** Opens the dashboard signed in, without the screens of the sign-in app. */
import type { BrowserContext, Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { ada, ben, password } from '#screens/sign-in-screens.ts';
import { call, type Person } from './accounts.ts';
import { codeIn } from './mailbox.ts';
import type { Product } from './start-product.ts';

/** The demo company's admin, and a person of it without rights. */
export const admin: Person = { email: ada, password };
export const person: Person = { email: ben, password };

interface SessionTokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly refresh_token_expiration_date: number;
  readonly auth_strategy: string;
}

/** Signs in by the calls of the sign-in app, with a mailed code where the account asks for one. */
export async function tokensOf(
  product: Product,
  { email, password: secret }: Person,
): Promise<SessionTokens> {
  const first = await call(product, endpoints.signInWithPassword, { email, password: secret });
  const answer = (await first.json()) as { basic?: SessionTokens; mfa?: { session: string } };
  if (answer.basic) return answer.basic;
  if (!answer.mfa) throw new Error(`the sign-in of ${email} answered ${first.status}`);
  const code = codeIn((await product.mailbox.next(email)).text);
  const second = await call(product, endpoints.verifyCode, { email, code, session: answer.mfa.session });
  if (!second.ok) throw new Error(`the code of ${email} answered ${second.status}`);
  return (await second.json()) as SessionTokens;
}

/** Gives a browser the cookies of a new session, as the sign-in app stores them. */
export async function signInBrowser(
  context: BrowserContext,
  product: Product,
  who: Person = admin,
): Promise<SessionTokens> {
  const tokens = await tokensOf(product, who);
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

/** Opens an address of the dashboard signed in, and waits for its heading. */
export async function openDashboard(
  page: Page,
  product: Product,
  { who = admin, path = '' }: { who?: Person; path?: string } = {},
): Promise<void> {
  await signInBrowser(page.context(), product, who);
  await page.goto(`/dashboard${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
