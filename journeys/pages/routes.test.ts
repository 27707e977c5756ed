/** Every row of the route table (spec §2) and the other pages: what each shows, to whom, and at which address. */
import type { Page } from '@playwright/test';

import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  codeTitle,
  logIn,
  loginButton,
  notifications,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

interface Row {
  readonly path: `/${string}`;
  /** The heading for a signed-out person, and for a signed-in person where it differs. */
  readonly heading: string;
  readonly signedIn?: string;
  /** The final address, likewise; unchanged by default. */
  readonly at?: string;
  readonly signedInAt?: string;
  /** The HTTP status of the page. */
  readonly status?: number;
}

const welcome = 'Welcome back';
const success = 'Authentication successful!';
const noLink = "We don't recognize this link";
const rows: readonly Row[] = [
  { path: '/', heading: welcome, at: '/login', signedIn: success, signedInAt: '/login/success', status: 302 },
  { path: '/login', heading: welcome, signedIn: success, signedInAt: '/login/success' },
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
  { path: '/password/reset', heading: noLink },
  { path: '/password/new', heading: noLink },
  { path: '/users/confirmation', heading: noLink },
  { path: '/signup', heading: 'Sign up' },
  { path: '/signup/confirm', heading: noLink },
  { path: '/action_result', heading: 'Oh oh...' },
  { path: '/action_result?result=success', heading: 'Your email address has been changed' },
  { path: '/status', heading: 'Status' },
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

for (const who of ['nobody', 'somebody'] as const) {
  test(`every route shows its screen to ${who} who is signed in`, async ({ page, monitor, request }) => {
    test.setTimeout(300_000);
    if (who === 'somebody') {
      await page.goto('/login');
      await logIn(page, ben);
      await expect(successTitle(page)).toBeVisible();
    }
    for (const { path, heading, signedIn = heading, at = path, signedInAt = at, status = 200 } of rows) {
      if (status === 404) monitor.mayAnswer(404, { path });
      await page.goto(path);
      await expect(titleOf(page, who === 'somebody' ? signedIn : heading), path).toBeVisible();
      await expect(page, path).toHaveURL(who === 'somebody' ? signedInAt : at);
      await expect(page, path).toHaveTitle(/ – Northline$/);
      const answer = await request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 });
      expect(answer.status(), path).toBe(status);
      // A trailing slash redirects to the address without it.
      if (path === '/' || path.includes('?') || status !== 200) continue;
      const slashed = await request.get(`${path}/`, { headers: { accept: 'text/html' }, maxRedirects: 0 });
      expect([slashed.status(), slashed.headers()['location']], path).toEqual([308, path]);
    }
  });
}

test('the root redirects to login with the query, and login keeps it while it is used', async ({
  page,
  request,
}) => {
  const query = '?x=1&y=a%20b&z=%26&empty=';
  const answer = await request.get(`/${query}`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([302, `/login${query}`]);
  await page.goto(`/${query}`);
  await expect(loginButton(page)).toBeVisible();
  await expect(page).toHaveURL(`/login${query}`);
});

test('a trailing slash is removed', async ({ page }) => {
  for (const path of ['/login', '/password/forgot', '/signup', '/action_result', '/status'] as const) {
    await page.goto(`${path}/?x=1`);
    await expect(page).toHaveURL(`${path}?x=1`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  }
});

test('an unknown page shows that it is not found, whatever its name is', async ({ page, monitor }) => {
  const paths = [
    '/no/such/page',
    '/login/success/x',
    '/constructor',
    '/__proto__',
    '/LOGIN',
    '/%E2%80%AE',
    '/a.php',
  ] as const;
  for (const path of paths) {
    monitor.mayAnswer(404, { path });
    await page.goto(path);
    await expect(toasts(page).first(), path).toHaveText(notFound);
    await expect(page).toHaveURL('/login');
  }
});

test('a chunk that does not load leads to login with a message', async ({ page, context, monitor }) => {
  // Finds the chunk of the screen, on a page that loads it.
  const missing: string[] = [];
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The login page loads others once it is idle, the one that shows the message among them.
    if (/\/assets\/account-.*\.js$/.test(pathname)) missing.push(pathname);
  });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(titleOf(page, 'Forgot your password?')).toBeVisible();
  await page.close();
  expect(missing.length).toBeGreaterThan(0);

  monitor.mayFail();
  monitor.mayLog(/forgot-password|React error #422/);
  const other = await context.newPage();
  await other.route(
    (url) => missing.includes(url.pathname),
    (route) => route.abort(),
  );
  await other.goto('/login');
  await other.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(toasts(other).first()).toHaveText('Something went wrong while navigating');
  await expect(other).toHaveURL(/\/login$/);
  await expect(loginButton(other)).toBeVisible();
  // When the chunk loads again, a new visit uses it.
  await other.unrouteAll();
  await other.goto('/password/forgot');
  await expect(titleOf(other, 'Forgot your password?')).toBeVisible();
});

test("a person can go on when the code step's chunk does not load", async ({ page, monitor }) => {
  monitor.mayFail();
  monitor.mayLog(/code-form/);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  let broken = true;
  await page.route(/\/assets\/.*\.(js|json)$/, (route) =>
    broken && !/\/main-/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await logIn(page, 'ada@northline.test');
  // Whichever chunk did not load, the person sees a text and can continue.
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).or(toasts(page)).first()).toBeVisible();
  broken = false;
  await page.goto('/login');
  await expect(codeTitle(page).or(loginButton(page)).first()).toBeVisible();
});

test('a rendering error replaces the page with login, once, and the app goes on', async ({
  browser,
  product,
}) => {
  // A separate browser: React logs the exception on the console, which the monitor would report.
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US' });
  const page = await context.newPage();
  // Breaks a function that the status screen renders with, as a faulty extension does.
  await page.addInitScript(() => {
    Object.assign(Date.prototype, {
      toLocaleTimeString: () => {
        throw new Error('broken by an extension');
      },
    });
  });
  await page.goto('/password/forgot');
  await page.goto('/status');
  await expect(toasts(page).first()).toHaveText(
    'An error occurred and we are looking into it. Please try again later.',
  );
  await expect(page).toHaveURL(`${product.url}/login`);
  await expect(loginButton(page)).toBeVisible();
  expect(await page.content()).not.toContain('broken by an extension');
  // Login replaces the broken page in the history: back leads to the page before.
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/password/forgot`);
  await context.close();
});
