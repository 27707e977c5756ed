import { emailChangePath } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  companyField,
  confirmButton,
  heading,
  recoverButton,
  resetButton,
  ownNameField,
  signUpButton,
  workEmailField,
} from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, tampered } from '@app/testing/browser/links.ts';
import {
  askForLink,
  newAddress,
  createAccount,
  newPassword,
  refreshStatus,
  signInByCalls,
} from '@app/testing/product/accounts.ts';
import {
  emailField,
  errorMessage,
  loginButton,
  sessionCookies,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { blockScripts, withoutScript } from '@app/testing/browser/block-scripts.ts';

const common = 'This password is easy to guess. Please choose another one.';
const different = "The passwords entered don't match.";

for (const { way, javaScriptEnabled } of withoutScript) {
  test.describe(way, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(async ({ context, monitor }) => {
      if (javaScriptEnabled) await blockScripts(context, monitor);
    });

    test('forgot password, from login to the signed-in person', async ({ page, product, monitor }) => {
      monitor.mayAnswer(422, { path: '/password/forgot' });
      monitor.mayAnswer(422, { path: '/password/reset' });
      const vera = await createAccount(product);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(heading(page, 'Forgot your password?')).toBeVisible();
      await recoverButton(page).click();
      await expect(errorMessage(page, 'This field is required.')).toBeVisible();
      await emailField(page).fill(vera.email);
      await recoverButton(page).click();
      await expect(heading(page, 'Check your email')).toBeVisible();
      await expect(page.getByText(vera.email)).toBeVisible();

      const link = linkIn(await product.mailbox.next(vera.email), '/password/reset').address;
      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      await expect(heading(page, 'Reset password')).toBeVisible();
      for (const [typed, repeated, words] of [
        ['', '', 'This field is required.'],
        ['Short-1', 'Short-1', 'Password is too short (minimum is 8 characters)'],
        [newPassword, `${newPassword}?`, different],
        ['Password2026!', 'Password2026!', common],
      ] as const) {
        await choose(page, typed, repeated);
        await resetButton(page).click();
        await expect(errorMessage(page, words).first(), words).toBeVisible();
        await expect(chosenField(page)).toHaveValue('');
      }
      await choose(page, newPassword);
      await resetButton(page).click();
      await expect(successTitle(page)).toBeVisible();
      await expect(page.getByText(`You are logged in as ${vera.email}.`)).toBeVisible();
      expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);

      expect((await signInByCalls(product, vera)).status).toBe(401);
      await page.goto(link);
      await expect(heading(page, 'This link has already been used')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    });

    test('an invalid link shows an error before the form, and one that expires meanwhile shows it after', async ({
      page,
      product,
      monitor,
    }) => {
      monitor.mayAnswer(400, { path: '/password/reset' });
      const vera = await createAccount(product);
      const link = await askForLink(product, vera.email);
      const odd = tampered(link);
      monitor.mayOpen(odd, { kept: true });
      await page.goto(odd);
      await expect(heading(page, "We don't recognize this link")).toBeVisible();
      await expect(chosenField(page)).toHaveCount(0);
      await page.goto('/password/reset');
      await expect(page.getByText(/Open our latest email/)).toBeVisible();

      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      await choose(page, newPassword);
      await product.advance(3_601_000);
      await resetButton(page).click();
      await expect(heading(page, 'This link has expired')).toBeVisible();
      await page.getByRole('link', { name: 'Ask for a new link' }).click();
      await expect(heading(page, 'Forgot your password?')).toBeVisible();
    });

    test('an invitation, from the mail to the signed-in person', async ({ page, product, monitor }) => {
      monitor.mayAnswer(422, { path: '/users/confirmation' });
      const ivo = newAddress('ivo');
      await asAdmin(product).invite(ivo);
      const link = linkIn(await product.mailbox.next(ivo), '/users/confirmation').address;
      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      await expect(heading(page, 'Join Northline Demo')).toBeVisible();
      await choose(page, newPassword, `${newPassword}?`);
      await confirmButton(page).click();
      await expect(errorMessage(page, different)).toBeVisible();
      await choose(page, newPassword);
      await confirmButton(page).click();
      await expect(successTitle(page)).toBeVisible();
    });

    test('a signup, from the form to the login', async ({ page, product, monitor }) => {
      monitor.mayAnswer(422, { path: '/signup' });
      const nora = newAddress('nora');
      await page.goto('/login');
      await page.getByRole('link', { name: 'Sign up' }).click();
      await signUpButton(page).click();
      await expect(errorMessage(page, 'This field is required.')).toHaveCount(3);
      await ownNameField(page).fill('Nora Lind');
      await companyField(page).fill('Lowtide Supplies');
      await workEmailField(page).fill(nora);
      await signUpButton(page).click();
      await expect(heading(page, 'Check your email')).toBeVisible();

      const link = linkIn(await product.mailbox.next(nora), '/signup/confirm').address;
      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      monitor.mayAnswer(422, { path: '/signup/confirm' });
      await choose(page, 'Password2026!');
      await confirmButton(page).click();
      await expect(errorMessage(page, common)).toBeVisible();
      await choose(page, newPassword);
      await confirmButton(page).click();
      await expect(successTitle(page)).toBeVisible();
    });

    test('an email-address change', async ({ page, product, monitor }) => {
      const vera = await createColleague(product);
      const moved = newAddress('vera-moved');
      await asAdmin(product).requestEmailChange(vera.email, moved);
      const link = linkIn(await product.mailbox.next(moved), emailChangePath).address;
      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      await expect(heading(page, 'Confirm your new email address')).toBeVisible();
      await expect(page.getByText(moved)).toBeVisible();
      await confirmButton(page).click();
      await expect(heading(page, 'Your email address has been changed')).toBeVisible();
      await expect(page).toHaveURL(/\/action_result\?result=success/);
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(loginButton(page)).toBeVisible();
    });

    test('a disowned sign-in, from the email to the new password', async ({ page, product, monitor }) => {
      const vera = await createAccount(product);
      await signInByCalls(product, vera);
      const { refreshToken = '' } = await signInByCalls(product, vera);
      const link = linkIn(await product.mailbox.newDevice(vera.email), '/login/not-you').address;
      monitor.mayOpen(link, { kept: true });
      await page.goto(link);
      await expect(heading(page, "Wasn't that you?")).toBeVisible();
      // Without script the way on is an address with a token, as that of the email is.
      page.on('response', (response) => {
        const next = response.headers()['location'] ?? '';
        if (next.startsWith('/password/reset?'))
          monitor.mayOpen(new URL(next, product.url).href, { kept: true });
      });
      await confirmButton(page).click();
      await expect(heading(page, 'Reset password')).toBeVisible();
      expect(await refreshStatus(product, refreshToken)).toBe(401);
      await choose(page, newPassword);
      await resetButton(page).click();
      await expect(successTitle(page)).toBeVisible();
    });

    test('the status page works', async ({ page }) => {
      await page.goto('/status');
      await expect(heading(page, 'Status')).toBeVisible();
      await expect(page.getByText('1.9.0')).toBeVisible();
    });
  });
}
