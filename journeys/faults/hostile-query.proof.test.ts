import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  logIn,
  loginButton,
  notifications,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  '../../../etc/passwd',
  '%00',
  '\u202e\ud83d\ude00',
  'x'.repeat(2000),
  '{{constructor.constructor("alert(1)")()}}',
  "';alert(1)//",
];

for (const parameter of ['error', 'lng', 'platform', 'redirect']) {
  test(`no hostile value of ${parameter} runs, is shown or redirects`, async ({ page, product }) => {
    for (const value of hostile) {
      await page.goto(`/login?${parameter}=${encodeURIComponent(value)}`);
      await expect(loginButton(page)).toBeVisible();
      expect(new URL(page.url()).origin).toBe(product.url);
      if (value.length > 6) await expect(page.getByText(value)).toHaveCount(0);
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
      if (parameter === 'error')
        await expect.poll(() => new URL(page.url()).searchParams.has('error')).toBe(false);
    }
  });
}

test('a redirect to another origin is not followed', async ({ page, product }) => {
  for (const target of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    await page.context().clearCookies();
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await logIn(page, ben);
    await expect(successTitle(page)).toBeVisible();
    expect(new URL(page.url()).origin).toBe(product.url);
  }
});

test('an unknown page leads to login with a message, and the parameter is removed from the address', async ({
  page,
  monitor,
}) => {
  monitor.mayAnswer(404, { path: '/no/such/page' });
  await page.goto('/no/such/page');
  const notice = notifications(page);
  await expect(loginButton(page)).toBeVisible();
  await expect(notice.getByText("We couldn't find the page you requested")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
