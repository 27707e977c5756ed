import { endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  expectLinkState,
  heading,
  listed,
  recoverButton,
  repeatField,
  requirements,
  resetButton,
} from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { createAccount, newPassword, refreshStatus, signInByCalls } from '@app/testing/product/accounts.ts';
import { emailField, errorMessage, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { translation } from '@app/testing/product/texts.ts';

test(
  "a password reset, from 'Forgot password?' on login to the signed-in person, ends all other sessions",
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const vera = await createAccount(product);
    const { refreshToken = '' } = await signInByCalls(product, vera);
    await page.goto('/login');
    await waitForHydration(page);
    await emailField(page).fill(vera.email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/password/forgot');
    await expect(heading(page, 'Forgot your password?')).toBeVisible();
    await expect(emailField(page)).toHaveValue(vera.email);
    await recoverButton(page).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
    await expect(page.getByText(vera.email)).toBeVisible();
    const mail = await product.mailbox.next(vera.email);
    expect(mail.text).toMatch(/1\shour/);
    const link = linkIn(mail, '/password/reset').address;

    await openLink(page, link, monitor);
    await expect(heading(page, 'Reset password')).toBeVisible();
    await expect(page.getByText(`Choose a new password for ${vera.email}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/password\/reset(?:\?lng=en)?$/);
    await expect(chosenField(page)).toBeFocused();
    expect(await requirements(page)).toEqual(listed());
    // A password manager reads the rendered fields, even tiny ones: one account, and a new password typed twice.
    const fields = await page
      .locator('form')
      .evaluate((form) =>
        [...form.querySelectorAll('input')]
          .filter((input) => input.type !== 'hidden' && input.checkVisibility())
          .map(({ name, type, autocomplete, value }) => ({ name, type, autocomplete, value })),
      );
    expect(fields).toEqual([
      { name: 'email', type: 'email', autocomplete: 'username', value: vera.email },
      { name: 'password', type: 'password', autocomplete: 'new-password', value: '' },
      { name: 'passwordConfirmation', type: 'password', autocomplete: 'new-password', value: '' },
    ]);
    // Nobody else sees the account's field, reaches it by Tab or hears it.
    await expect(page.getByRole('textbox', { name: /mail/i })).toHaveCount(0);
    expect(await page.locator('input[name=email]').evaluate((input) => input.tabIndex)).toBe(-1);

    await choose(page, newPassword, `${newPassword}?`);
    expect(await requirements(page)).toEqual(listed(0, 1, 2, 3, 4));
    await resetButton(page).click();
    await expect(errorMessage(page, "The passwords entered don't match.")).toBeVisible();
    await expect(repeatField(page)).toBeFocused();
    expect(monitor.calls(endpoints.resetPassword)).toBe(0);
    await repeatField(page).fill(newPassword);
    await expect(page.getByText('The passwords match.')).toBeVisible();
    await resetButton(page).click();

    // The link has proven access to the mailbox, so no code is required.
    await expect(successTitle(page)).toBeVisible();
    await expect(page.getByText(translation('reset.changed')).first()).toBeVisible();
    const changed = await product.mailbox.next(vera.email);
    expect(changed.text).toContain('password');
    expect(changed.text).toContain(`${product.url}/password/forgot`);
    expect(monitor.calls(endpoints.resetPassword)).toBe(1);
    expect(await refreshStatus(product, refreshToken)).toBe(401);
    expect(await signInByCalls(product, vera)).toEqual({ status: 401 });
    expect((await signInByCalls(product, { ...vera, password: newPassword })).status).toBe(200);

    await openLink(page, link, monitor);
    await expectLinkState(page, 'used');
    await expect(page.getByText(/Log in with it/)).toBeVisible();
  },
);
