import type { Cookie, Page } from '@playwright/test';

import * as limits from '@app/contract/fields/limits.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test as overHttps } from '@app/testing/browser/https-hosts.ts';
import { test as plain } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  errorMessage,
  logIn,
  loginButton,
  logOut,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

const written = [
  'auth_strategy',
  'id_token',
  'refresh_token',
  'refresh_token_expiration_date',
  'session_platform',
];
const foreign = ['is_connected_as', 'impersonate_token'];
const analytics = [
  '_ga',
  '_ga_X1',
  '_gid',
  'ajs_user_id',
  'amplitude_id',
  'mp_1_mixpanel',
  'intercom-session',
];

const byName = (cookies: readonly Cookie[], names: readonly string[], prefix: string): Cookie[] =>
  cookies.filter(({ name }) => names.some((one) => name === `${prefix}${one}`));

overHttps(
  'a sign-in over https is stored for the parent host, each value as it should be',
  async ({ page, context, hosts, monitor }) => {
    monitor.mayVisit(hosts.origin('dash'));
    await page.goto('/login');
    const begunAt = Date.now() / 1000;
    await logIn(page, ben);
    await expect(successTitle(page)).toBeVisible();

    const cookies = await context.cookies();
    const storedBy = Date.now() / 1000;
    const session = byName(cookies, written, '__Secure-');
    expect(session.map(({ name }) => name.replace('__Secure-', '')).toSorted()).toEqual(written);
    const date = Number(session.find(({ name }) => name.endsWith('expiration_date'))?.value);
    for (const cookie of session) {
      expect(cookie, cookie.name).toMatchObject({
        domain: '.corp.test',
        path: '/',
        secure: true,
        sameSite: 'None',
        httpOnly: false,
      });
      // Counted from now and by no clock: the browser's own is not the service's here.
      expect(cookie.expires, cookie.name).toBeGreaterThanOrEqual(begunAt + limits.refreshIdle / 1000 - 1);
      expect(cookie.expires, cookie.name).toBeLessThanOrEqual(storedBy + limits.refreshIdle / 1000 + 1);
    }
    expect(date * 1000 - Date.now()).toBeGreaterThan(0);
    expect(session.find(({ name }) => name.endsWith('auth_strategy'))?.value).toBe('password');
    expect(session.find(({ name }) => name.endsWith('session_platform'))?.value).toBe('authentication-ui');

    const [visitor] = byName(cookies, ['visitor_id'], '__Secure-');
    expect(visitor).toMatchObject({ domain: '.corp.test', path: '/', secure: true, sameSite: 'None' });
    expect(visitor?.value).toMatch(/^[0-9a-f]{32}$/);
    const days = ((visitor?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThan(90.1);
    // Only the chosen language has no prefix.
    expect(cookies.filter(({ name }) => !name.startsWith('__Secure-') && name !== 'lng')).toEqual([]);

    // A sibling app reads the session and stores its own values, which the sign-out removes.
    const sibling = await context.newPage();
    await sibling.goto(`${hosts.origin('dash')}/app`);
    expect(await sibling.evaluate(() => document.cookie)).toContain('__Secure-id_token=');
    for (const name of foreign)
      await sibling.evaluate((pair) => {
        document.cookie = `${pair}; Domain=corp.test; Path=/; Secure; SameSite=None`;
      }, `__Secure-${name}=somebody`);
    await logOut(page);
    const left = (await context.cookies()).map(({ name }) => name);
    expect(left.filter((name) => name.startsWith('__Secure-'))).toEqual(['__Secure-visitor_id']);
    expect(await page.evaluate(() => localStorage.getItem('last_strategy'))).toBe('password');
  },
);

overHttps(
  'cookies of old analytics are gone as soon as the app has started',
  async ({ page, context, hosts }) => {
    const places = [{ domain: '.corp.test' }, { domain: 'login.corp.test' }];
    for (const place of places)
      for (const [index, name] of analytics.entries())
        await context.addCookies([
          { name, value: '1', path: index % 2 ? '/login' : '/', secure: false, sameSite: 'Lax', ...place },
        ]);
    await context.addCookies([{ name: 'my_ga', value: '1', domain: '.corp.test', path: '/' }]);
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    const names = async (): Promise<string[]> =>
      (await context.cookies(`${hosts.origin('login')}/login`)).map(({ name }) => name);
    await expect.poll(names).toEqual(['my_ga']);
  },
);

overHttps(
  'the platform of the address is kept when it is a known one, on this host alone',
  async ({ page, context, hosts, monitor }) => {
    monitor.mayVisit(hosts.origin('evil'));
    await page.goto(`/login?platform=ios`);
    await expect(loginButton(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('platform'))).toBe('ios');
    await page.goto('/login?platform=evil');
    await expect(loginButton(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('platform'))).toBe('ios');
    const sibling = await context.newPage();
    await sibling.goto(hosts.origin('evil'));
    expect(await sibling.evaluate(() => localStorage.length)).toBe(0);
  },
);

plain('on http://localhost the values have no prefix and no domain', async ({ page, context }) => {
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  const cookies = await context.cookies();
  const session = byName(cookies, [...written, 'visitor_id'], '');
  expect(session.map(({ name }) => name).toSorted()).toEqual([...written, 'visitor_id'].toSorted());
  // A domain without a leading dot is that host only.
  for (const cookie of session)
    expect(cookie, cookie.name).toMatchObject({
      domain: 'localhost',
      path: '/',
      secure: true,
      sameSite: 'None',
    });
  expect(cookies.filter(({ name }) => name.startsWith('__'))).toEqual([]);
});

/** Answers the password sign-in with the service's tokens, but with an ID token of this many bytes. */
async function answerWithIdTokenOf(page: Page, bytes: number): Promise<void> {
  await page.route(`**${endpoints.signInWithPassword.path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { basic: { id_token: string } };
    body.basic.id_token = body.basic.id_token.padEnd(bytes, 'x');
    await route.fulfill({ response: answer, json: body });
  });
}

for (const bytes of [limits.cookieMax + 1, 20_000]) {
  plain(
    `an ID token of ${bytes} bytes fails the sign-in visibly, is logged, and leaves nothing`,
    async ({ page, context, product }) => {
      await answerWithIdTokenOf(page, bytes);
      await page.goto('/login');
      await logIn(page, ben);
      const words = 'An error occurred and we are looking into it. Please try again later.';
      await expect(errorMessage(page, words)).toBeVisible();
      // The app sends its log some seconds later.
      const logged = (): string | undefined =>
        product
          .output()
          .split('\n')
          .find((line) => line.includes('cookieTooLarge') && line.includes(`"bytes":${bytes}`));
      await expect.poll(logged).toMatch(/"name":"id_token"/);
      expect(byName(await context.cookies(), written, '')).toEqual([]);
      await page.reload();
      await expect(loginButton(page)).toBeVisible();
    },
  );
}

plain(`an ID token of ${limits.cookieMax} bytes is a session`, async ({ page }) => {
  await answerWithIdTokenOf(page, limits.cookieMax);
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
});
