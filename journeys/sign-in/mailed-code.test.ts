import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { waitForAccount } from '@app/testing/product/dashboard-session.ts';
import { codeIn, wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  cookieValue,
  emailField,
  errorMessage,
  logIn,
  loginButton,
  passwordField,
  sessionCookies,
  signIn,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

const incorrect = 'The credentials provided are incorrect.';
const wrong = "Wrong or expired code. Please check the code and try again, or click 'send new code'.";

test.use({ reducedMotion: 'no-preference' });

test(
  'what is missing or wrong is said and stays typed, and the right password and code lead to the success page',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    monitor.mayAnswer(401, endpoints.signInWithPassword);
    monitor.mayAnswer(401, endpoints.verifyCode);
    await page.goto('/?from=bookmark');
    await expect(page).toHaveURL('/login?from=bookmark');
    await waitForHydration(page);
    await loginButton(page).click();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAccessibleDescription('This field is required.');

    await logIn(page, ada, 'Wrong-Password-1!');
    await expect(errorMessage(page, incorrect)).toBeVisible();
    await expect(page.getByText('This field is required.')).toHaveCount(0);
    await expect(passwordField(page)).toBeFocused();
    await expect(emailField(page)).toHaveValue(ada);
    await expect(passwordField(page)).toHaveValue('Wrong-Password-1!');
    await logIn(page, ada);

    await expect(codeTitle(page)).toBeVisible();
    await expect(page.getByText(incorrect)).toBeHidden();
    await expect(page.getByText(ada)).toBeVisible();
    await expect(page.getByText(/valid for 10 minutes/)).toBeVisible();
    await expect(verifyButton(page)).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    const mail = await product.mailbox.next(ada);
    const code = codeIn(mail.text);
    expect(mail.text).toMatch(/10\u00a0minutes/);
    expect(mail.html.replace(/<[^>]+>|\s/g, '')).toContain(code);
    await codeField(page).fill(wrongCode(code));
    await expect(errorMessage(page, wrong)).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill('');
    await codeField(page).pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);

    await expect(successTitle(page)).toBeVisible();
    await expect(page).toHaveURL(/\/login\/success/);
    for (const name of ['Open Dashboard', 'Open Workspace', 'Open Desktop App']) {
      const way = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
      await expect(way).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Questions? Visit our help center' })).toBeVisible();
    expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
    expect(monitor.calls(endpoints.signInWithPassword)).toBe(2);
    expect(monitor.calls(endpoints.verifyCode)).toBe(2);
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
  },
);

test('the tokens are stored by the specified rules, and the dashboard has the session', async ({
  page,
  product,
}) => {
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

  const way = page.getByRole('link', { name: 'Open Dashboard' });
  await way.or(page.getByRole('button', { name: 'Open Dashboard' })).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await waitForAccount(page, ada);
});
