import { endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  companyField,
  confirmButton,
  expectLinkState,
  heading,
  ownNameField,
  signUpButton,
  workEmailField,
} from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { newAddress, newPassword } from '@app/testing/product/accounts.ts';
import { errorMessage, successTitle } from '@app/testing/screens/sign-in-screens.ts';

/** Fills in the open form and submits it. */
async function signUp(page: Parameters<typeof heading>[0], email: string) {
  await ownNameField(page).fill('Nora Lind');
  await companyField(page).fill('Lowtide Supplies');
  await workEmailField(page).fill(email);
  await signUpButton(page).click();
}

test(
  "a signup, from 'Sign up' on login and the mail to the signed-in person",
  { tag: ['@engines', '@tabs'] },
  async ({ page, product, monitor }) => {
    const nora = newAddress('nora');
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/signup');
    await expect(heading(page, 'Sign up')).toBeVisible();
    await signUp(page, nora);
    await expect(heading(page, 'Check your email')).toBeVisible();
    await expect(page.getByText(nora)).toBeVisible();

    const mail = await product.mailbox.next(nora);
    expect(mail.text).toContain('Lowtide Supplies');
    expect(mail.text).toMatch(/7\sdays/);
    const { address } = linkIn(mail, '/signup/confirm');
    await openLink(page, address, monitor);
    await expect(heading(page, 'Confirm your account')).toBeVisible();
    await expect(page.getByText(`you'll use to log in as ${nora}`)).toBeVisible();
    expect(monitor.calls(endpoints.confirmSignUp)).toBe(0);
    monitor.mayAnswer(422, endpoints.confirmSignUp);
    await choose(page, 'Lowtide-Supplies-1');
    await confirmButton(page).click();
    await expect(
      errorMessage(page, 'This password is easy to guess. Please choose another one.'),
    ).toBeVisible();
    await choose(page, newPassword);
    await confirmButton(page).click();
    await expect(successTitle(page)).toBeVisible();

    const tab = await page.context().newPage();
    await openLink(tab, address, monitor);
    await expectLinkState(tab, 'used');
    await expect(tab.getByText('You can log in now.')).toBeVisible();
  },
);
