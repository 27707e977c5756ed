import { seconds } from '@app/contract/fields/durations.ts';

import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  ada,
  ben,
  codeField,
  codeTitle,
  cookieValue,
  emailField,
  errorMessage,
  gina,
  logIn,
  loginButton,
  passwordField,
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
  test('single sign-on and Google sign in by their pages, and each says what was refused', async ({
    page,
    monitor,
  }) => {
    for (const [status, path] of [
      [403, '/login'],
      [401, '/login/sso'],
      [403, '/login/google'],
    ] as const)
      monitor.mayAnswer(status, { path });
    monitor.mayReturn('/login/sso');
    await page.goto('/login');
    // Nothing can show a password here, so its button is not shown either.
    const eye = page.getByRole('button', { name: 'Show password', includeHidden: true });
    await expect(eye).toHaveCount(1);
    await expect(eye).toBeHidden();
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

    const google = page.getByRole('link', { name: 'Sign in with Google' });
    await page.context().clearCookies();
    await page.goto('/login');
    await google.click();
    await page.getByRole('button', { name: ben }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').first()).toContainText('password');
    await google.click();
    await page.getByRole('button', { name: gina }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/login\/success/);
    await expect(page.getByText(`You are logged in as ${gina}.`)).toBeVisible();
  });
});

// A content blocker posts the same forms: the cookies below show it, and the whole way is the proof's.
for (const { way, javaScriptEnabled } of withoutScript.filter((each) => proof || !each.javaScriptEnabled)) {
  const tag = ['@engines', javaScriptEnabled ? '@routed-post' : '@script-off'];
  test.describe(way, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(async ({ context, monitor }) => {
      if (javaScriptEnabled) await blockScripts(context, monitor);
    });

    test(
      'each wrong form shows its error, the right code opens the session, and log out ends it',
      { tag },
      async ({ page, request, product, monitor }) => {
        for (const status of [401, 403, 422, 429]) monitor.mayAnswer(status, login);
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

        await logIn(page, ada);
        await expect(codeTitle(page)).toBeVisible();
        await expect(page.getByText(ada)).toBeVisible();
        await codeField(page).fill(wrongCode(await product.mailbox.nextCode(ada)));
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
        await expect(page).toHaveURL(/\/login\/success/);
        await expect(successTitle(page)).toBeVisible();
        await expect(page.getByText(`You are logged in as ${ada}.`)).toBeVisible();
        await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible();
        expect(await product.mailbox.mails(ada)).toHaveLength(2);
        expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);

        const refreshToken = decodeURIComponent((await cookieValue(page, 'refresh_token')) ?? '');
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
  });
}

test('with every script of ours blocked the cookies are those that the script would have written', async ({
  context,
  page,
  monitor,
}) => {
  const described = async () => {
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
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  const withScript = await described();
  await context.clearCookies();
  await blockScripts(context, monitor);
  // A redirect that is allowed is followed.
  await page.goto('/login?redirect=%2Fdashboard%3Ffrom%3Dmail');
  await logIn(page, ben);
  await expect(page).toHaveURL('/dashboard?from=mail');
  const without = await described();
  expect(without).toEqual(withScript);
  expect(without.length).toBeGreaterThanOrEqual(5);
});
