import { seconds } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  ben,
  codeField,
  codeTitle,
  emailField,
  errorMessage,
  gina,
  logIn,
  loginButton,
  passwordField,
  password,
  resendButton,
  sam,
  sessionCookies,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';
import { blockScripts, withoutScript } from '@app/testing/browser/block-scripts.ts';

const login = { path: '/login' } as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('Google signs in by its link, and an account of another method is told so', async ({
    page,
    monitor,
  }) => {
    await page.goto('/login');
    // Nothing can show a password here, so its button is not shown either.
    const eye = page.getByRole('button', { name: 'Show password', includeHidden: true });
    await expect(eye).toHaveCount(1);
    await expect(eye).toBeHidden();
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: gina }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/login\/success/);
    await expect(page.getByText(`You are logged in as ${gina}.`)).toBeVisible();

    monitor.mayAnswer(403, { path: '/login/google' });
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: ben }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').first()).toContainText('password');
    await expect(page.getByRole('link', { name: 'Sign in with Google' })).toBeVisible();
  });

  test('who posts a password for single sign-on is led to its form, and through the provider into a session', async ({
    page,
    monitor,
  }) => {
    for (const [status, path] of [
      [403, '/login'],
      [401, '/login/sso'],
    ] as const)
      monitor.mayAnswer(status, { path });
    monitor.mayReturn('/login/sso');
    await page.goto('/login');
    await logIn(page, sam);
    await expect(errorMessage(page, /to use SSO/)).toBeVisible();
    await page.getByRole('link', { name: 'Single Sign-on' }).click();

    // The provider refuses first: the page says so, and its form begins again.
    await emailField(page).fill(sam);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(errorMessage(page, 'The credentials provided are incorrect.')).toBeVisible();
    await emailField(page).fill(sam);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: sam }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/login\/success/);
    await expect(page.getByText(`You are logged in as ${sam}.`)).toBeVisible();
    expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  });
});

for (const { way, javaScriptEnabled } of withoutScript) {
  const tag = ['@engines', javaScriptEnabled ? '@routed-post' : '@script-off'];
  test.describe(way, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(async ({ context, monitor }) => {
      if (javaScriptEnabled) await blockScripts(context, monitor);
    });

    test(
      'the right password opens the session, the success page names it, and log out ends it',
      { tag },
      async ({ page, request, context }) => {
        await page.goto('/login');
        await logIn(page, ben);
        await expect(page).toHaveURL(/\/login\/success/);
        await expect(successTitle(page)).toBeVisible();
        await expect(page.getByText(`You are logged in as ${ben}.`)).toBeVisible();
        await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible();
        expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
        const cookies = await context.cookies();
        const refreshToken = decodeURIComponent(
          cookies.find(({ name }) => name.endsWith('refresh_token'))?.value ?? '',
        );

        await page.reload();
        await expect(successTitle(page)).toBeVisible();
        await page.getByRole('button', { name: 'Log out' }).click();
        await expect(loginButton(page)).toBeVisible();
        await expect(page).toHaveURL(/\/login(?:\?|$)/);
        expect(await sessionCookies(page)).toEqual([]);
        const refreshed = await request.post('/auth/v2/tokens/refresh', { data: { refreshToken } });
        expect(refreshed.status()).toBe(401);
      },
    );

    test(
      'a wrong password, another method and empty fields show an error, with the email prefilled',
      { tag: tag },
      async ({ page, monitor }) => {
        for (const status of [401, 403, 422]) monitor.mayAnswer(status, login);
        await page.goto('/login');
        await logIn(page, ben, 'Wrong-Password-1!');
        await expect(errorMessage(page, 'The credentials provided are incorrect.')).toBeVisible();
        await expect(emailField(page)).toHaveValue(ben);
        await expect(passwordField(page)).toHaveValue('');
        await logIn(page, gina);
        const google = 'Your company admin has configured your account to use Google Sign-in';
        await expect(errorMessage(page, google)).toBeVisible();
        await emailField(page).fill('');
        await loginButton(page).click();
        await expect(errorMessage(page, 'This field is required.')).toHaveCount(2);
        await emailField(page).fill('ada@');
        await loginButton(page).click();
        await expect(errorMessage(page, /Invalid/).first()).toBeVisible();
        await expect(emailField(page)).toHaveValue('ada@');
        expect(await sessionCookies(page)).toEqual([]);
      },
    );

    test('a wrong code, a new code and the right code', { tag }, async ({ page, product, monitor }) => {
      monitor.mayAnswer(401, login);
      monitor.mayAnswer(422, login);
      monitor.mayAnswer(429, login);
      await page.goto('/login');
      await logIn(page, ada);
      await expect(codeTitle(page)).toBeVisible();
      await expect(page.getByText(ada)).toBeVisible();
      const first = await product.mailbox.nextCode(ada);
      await codeField(page).fill(wrongCode(first));
      await verifyButton(page).click();
      await expect(errorMessage(page, /^Wrong or expired code/)).toBeVisible();
      await verifyButton(page).click();
      await expect(errorMessage(page, 'This field is required.')).toBeVisible();

      await product.advance(seconds(61));
      // Without script the button keeps its first look; it still works.
      await resendButton(page).click({ force: true });
      await expect(page.getByText('We sent you a new code.')).toBeVisible();
      await codeField(page).fill(await product.mailbox.nextCode(ada));
      await verifyButton(page).click();
      await expect(successTitle(page)).toBeVisible();
      await expect(page.getByText(`You are logged in as ${ada}.`)).toBeVisible();
      expect(await product.mailbox.mails(ada)).toHaveLength(2);
    });

    test('five wrong codes lead back to the password, with the specified error', async ({
      page,
      product,
      monitor,
    }) => {
      monitor.mayAnswer(401, login);
      monitor.mayAnswer(429, login);
      await page.goto('/login');
      await logIn(page, ada);
      const wrong = wrongCode(await product.mailbox.nextCode(ada));
      for (let tried = 0; tried < 5; tried += 1) {
        await codeField(page).fill(wrong);
        await verifyButton(page).click();
      }
      const words = 'Too many failed attempts, please log in again with credentials.';
      await expect(errorMessage(page, words)).toBeVisible();
      await expect(emailField(page)).toHaveValue(ada);
    });

    test('a redirect is followed when it is allowed, and only then', async ({ page, product }) => {
      const origin = new URL(product.url).origin;
      const wishes = [
        { redirect: '/dashboard?from=mail', to: `${origin}/dashboard?from=mail` },
        { redirect: `${origin}/workspace`, to: `${origin}/workspace` },
        { redirect: 'https://evil.test/', to: `${origin}/login/success` },
        { redirect: '//evil.test', to: `${origin}/login/success` },
        { redirect: '/\\evil.test', to: `${origin}/login/success` },
        { redirect: 'javascript:alert(1)', to: `${origin}/login/success` },
      ];
      for (const { redirect, to } of wishes) {
        await page.context().clearCookies();
        await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
        await logIn(page, ben);
        await expect(page, redirect).toHaveURL((url) => `${url.origin}${url.pathname}${url.search}` === to);
      }
    });
  });
}

test('the cookies are those that the script would have written', async ({ browser, page, product }) => {
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const other = await plain.newPage();
  await other.goto('/login');
  await logIn(other, ben, password);
  await expect(successTitle(other)).toBeVisible();

  const described = async (context: typeof plain) => {
    const cookies = await context.cookies();
    const date = Number(cookies.find(({ name }) => name.endsWith('expiration_date'))?.value);
    return (
      cookies
        // Only the script writes the visitor id, and only pages without script store the device token in a cookie.
        .filter(({ name }) => !/(?:visitor_id|device_token)$/.test(name))
        .map(({ name, domain, path, secure, sameSite, httpOnly, expires }) => {
          const atTheEnd = Math.abs(expires - date) < 2;
          return { name, domain, path, secure, sameSite, httpOnly, atTheEnd };
        })
        .toSorted((one, two) => one.name.localeCompare(two.name))
    );
  };
  const [withScript, without] = [await described(page.context()), await described(plain)];
  expect(without).toEqual(withScript);
  expect(without.length).toBeGreaterThanOrEqual(5);
  await plain.close();
});
