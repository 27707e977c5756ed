/** Every row of the route table (spec §2) and the other pages: what each shows, to whom, and at which address. */
import type { Page } from '@playwright/test';

import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { person, signInBrowser } from '@app/testing/product/dashboard-session.ts';
import { ada, codeTitle, logIn, loginButton, notifications } from '@app/testing/screens/sign-in-screens.ts';

interface Row {
  readonly path: `/${string}`;
  /** The heading for a signed-out person, and for a signed-in person where it differs. */
  readonly heading: string;
  readonly signedIn?: string;
  /** The final address, likewise; unchanged by default. */
  readonly at?: string;
  readonly signedInAt?: string;
  /** Where it is not found. */
  readonly status?: 404;
  /** Who sees that it begins with the focus on its heading. */
  readonly focused?: 'nobody';
}

const welcome = 'Welcome back';
const success = 'Authentication successful!';
const query = '?x=1&y=a%20b&z=%26&empty=';
const noLink = "We don't recognize this link";
const rows: readonly Row[] = [
  { path: '/', heading: welcome, at: '/login', signedIn: success, signedInAt: '/login/success' },
  // Login keeps the query as it is.
  {
    path: `/${query}`,
    heading: welcome,
    at: `/login${query}`,
    signedIn: success,
    signedInAt: `/login/success${query}`,
  },
  { path: '/login', heading: welcome, signedIn: success, signedInAt: '/login/success' },
  { path: '/signup/?x=1', heading: 'Sign up', at: '/signup?x=1' },
  {
    path: '/login/success',
    heading: welcome,
    at: '/login',
    signedIn: success,
    signedInAt: '/login/success',
  },
  {
    path: '/login/sso',
    heading: 'Single sign-on (SSO)',
    signedIn: success,
    signedInAt: '/login/success',
  },
  { path: '/password/forgot', heading: 'Forgot your password?' },
  { path: '/password/reset', heading: noLink, focused: 'nobody' },
  { path: '/password/new', heading: noLink },
  { path: '/users/confirmation', heading: noLink },
  { path: '/signup', heading: 'Sign up' },
  { path: '/signup/confirm', heading: noLink },
  { path: '/action_result', heading: 'Oh oh...', focused: 'nobody' },
  { path: '/action_result?result=success', heading: 'Your email address has been changed' },
  { path: '/status', heading: 'Status', focused: 'nobody' },
  { path: emailChangePath, heading: 'Confirm your new email address' },
  { path: emailChangeCancelPath, heading: 'Cancel the change to your email address?' },
  {
    path: '/no/such/page',
    heading: welcome,
    at: '/login',
    signedIn: success,
    signedInAt: '/login/success',
    status: 404,
  },
  {
    path: '/login/other',
    heading: welcome,
    at: '/login',
    signedIn: success,
    signedInAt: '/login/success',
    status: 404,
  },
];

const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toasts = (page: Page) => notifications(page).getByRole('listitem');
const notFound = "We couldn't find the page you requested";

test('every route shows its screen, to nobody and to somebody who is signed in', async ({
  page,
  context,
  product,
  monitor,
}) => {
  for (const who of ['nobody', 'somebody'] as const) {
    if (who === 'somebody') await signInBrowser(context, product, person);
    // The proof shows each route to both. Here it is each where it differs, and the others are those of every state.
    const own = rows.filter((row) => proof || row.signedIn !== undefined || row.focused === who);
    for (const { path, heading, signedIn = heading, at = path, signedInAt = at, status, focused } of own) {
      if (status === 404) monitor.mayAnswer(404, { path });
      await page.goto(path);
      const title = titleOf(page, who === 'somebody' ? signedIn : heading);
      await expect(title, path).toBeVisible();
      await expect(page, path).toHaveURL(who === 'somebody' ? signedInAt : at);
      await expect(page, path).toHaveTitle(/ – Northline$/);
      if (status === 404) await expect(toasts(page).first(), path).toHaveText(notFound);
      // A page without a form begins with the focus on its heading.
      if (focused) await expect(title, path).toBeFocused();
    }
  }
});

test('when a chunk does not load, login says so, and a person can go on', async ({ page, monitor }) => {
  monitor.mayFail();
  monitor.mayLog(/forgot-password|code-form|React error #422/);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await page.route(/\/assets\/account-.*\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(toasts(page).first()).toHaveText('Something went wrong while navigating');
  await expect(page).toHaveURL(/\/login$/);
  await expect(loginButton(page)).toBeVisible();
  // When the chunk loads again, a new visit uses it.
  await page.unrouteAll();
  await page.goto('/password/forgot');
  await expect(titleOf(page, 'Forgot your password?')).toBeVisible();

  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await page.route(/\/assets\/(?!main-).*\.(js|json)$/, (route) => route.abort());
  await logIn(page, ada);
  // Whichever chunk of the code step did not load, the person sees a text and can continue.
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).or(toasts(page)).first()).toBeVisible();
  await page.unrouteAll();
  await page.goto('/login');
  await expect(codeTitle(page).or(loginButton(page)).first()).toBeVisible();
});
