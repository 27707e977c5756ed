import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForAccount } from '@app/testing/product/dashboard-session.ts';
import { codeIn } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  cookieValue,
  logIn,
  sessionCookies,
  signIn,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

test.use({ reducedMotion: 'no-preference' });

test(
  'the right password and the mailed code lead to the success page',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    await page.goto('/?from=bookmark');
    await expect(page).toHaveURL('/login?from=bookmark');
    await logIn(page, ada);

    await expect(codeTitle(page)).toBeVisible();
    await expect(page.getByText(ada)).toBeVisible();
    await expect(page.getByText(/valid for 10 minutes/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible();
    await expect(codeField(page)).toBeFocused();

    const mail = await product.mailbox.next(ada);
    expect(mail.text).toMatch(/10\u00a0minutes/);
    expect(mail.html.replace(/<[^>]+>|\s/g, '')).toContain(codeIn(mail.text));
    await codeField(page).pressSequentially(codeIn(mail.text));

    await expect(successTitle(page)).toBeVisible();
    await expect(page).toHaveURL(/\/login\/success/);
    for (const name of ['Open Dashboard', 'Open Workspace', 'Open Desktop App']) {
      const way = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
      await expect(way).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Questions? Visit our help center' })).toBeVisible();

    expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(1);
    expect(monitor.calls(endpoints.verifyCode)).toBe(1);
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
  },
);

test('the tokens are stored by the specified rules', async ({ page, product }) => {
  await page.goto('/login');
  // A value from before the sign-in is never kept (threat D9).
  await page.evaluate(() => void (document.cookie = 'auth_strategy=planted; path=/'));
  await signIn(page, product.mailbox);

  const cookies = await page.context().cookies();
  for (const cookie of cookies.filter(({ name }) => /(?:id|refresh)_token$/.test(name))) {
    expect(cookie).toMatchObject({ path: '/', secure: true, sameSite: 'None', domain: 'localhost' });
    // By its lifetime, whatever the device's clock: the service's is a day ahead here.
    const lifetime =
      Number(await cookieValue(page, 'refresh_token_expiration_date')) - (await product.now()) / 1000;
    expect(Math.abs(cookie.expires - Date.now() / 1000 - lifetime)).toBeLessThan(60);
  }
  expect(cookies.filter(({ name }) => name.endsWith('auth_strategy')).map(({ value }) => value)).toEqual([
    'password',
  ]);
  expect(await cookieValue(page, 'session_platform')).toBe('authentication-ui');

  const [, payload = ''] = (await cookieValue(page, 'id_token'))?.split('.') ?? [];
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toMatchObject({ email: ada, 'custom:roles': '["Admin"]', iss: product.url });
});

test('the success page opens the dashboard, which has the session', async ({ page, product }) => {
  await signIn(page, product.mailbox);
  const way = page.getByRole('link', { name: 'Open Dashboard' });
  await way.or(page.getByRole('button', { name: 'Open Dashboard' })).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await waitForAccount(page, ada);
});
