import type { Locator } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

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
import { expectInitialFocus, expectLinkGone, linkIn } from '@app/testing/browser/links.ts';
import { askForLink, call, newAddress, createAccount, newPassword } from '@app/testing/product/accounts.ts';
import { ada, emailField, errorMessage, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { holdScripts } from '@app/testing/browser/block-scripts.ts';

/** Clicks without waiting for the navigation: the page's scripts are delayed, so its load does not end. */
const press = (button: Locator) => button.click({ noWaitAfter: true });

test('forgot password: the confirmation stays after hydration', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const releaseScripts = await holdScripts(context);
  await page.goto('/password/forgot', { waitUntil: 'commit' });
  await emailField(page).fill(vera.email);
  await press(recoverButton(page));
  await expect(heading(page, 'Check your email')).toBeVisible();
  releaseScripts();
  // Only the script moves the focus: from here on the app handles the links.
  await expect(heading(page, 'Check your email')).toBeFocused();
  await expect(page.getByText(vera.email)).toBeVisible();
  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(emailField(page)).toHaveValue(vera.email);
  await product.mailbox.next(vera.email);
  expect(await product.mailbox.mails(vera.email)).toHaveLength(2);
  expect(monitor.calls(endpoints.recoverPassword)).toBe(0);
});

test('a reset: the refusal stays in its form, and the next submit signs in', async ({
  page,
  context,
  product,
  monitor,
}) => {
  monitor.mayAnswer(422, { path: '/password/reset' });
  const vera = await createAccount(product);
  const link = await askForLink(product, vera.email);
  monitor.mayOpen(link, { kept: true });
  const releaseScripts = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, 'Password2026!');
  await press(resetButton(page));
  const words = 'This password is easy to guess. Please choose another one.';
  await expect(errorMessage(page, words)).toBeVisible();
  releaseScripts();
  await expectLinkGone(page, link);
  await expectInitialFocus(page);
  await expect(errorMessage(page, words)).toBeVisible();
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.resetPassword)).toBe(1);
});

test('a reset that was posted signs in, and the success page hydrates', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const link = await askForLink(product, vera.email);
  monitor.mayOpen(link, { kept: true });
  const releaseScripts = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  await press(resetButton(page));
  await expect(successTitle(page)).toBeVisible();
  releaseScripts();
  await expect(page).toHaveURL(/\/login\/success(?:\?|$)/);
  await expectLinkGone(page, link);
  expect(monitor.calls(endpoints.resetPassword)).toBe(0);
  expect(monitor.calls(endpoints.signInWithPassword)).toBe(0);
  expect(monitor.calls(endpoints.verifyCode)).toBe(0);
});

test('an invitation that was posted signs in, and the success page hydrates', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const ivo = newAddress('ivo');
  await asAdmin(product).invite(ivo);
  const link = linkIn(await product.mailbox.next(ivo), '/users/confirmation').address;
  monitor.mayOpen(link, { kept: true });
  const releaseScripts = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  await press(confirmButton(page));
  await expect(successTitle(page)).toBeVisible();
  releaseScripts();
  await expect(page).toHaveURL(/\/login\/success(?:\?|$)/);
  await expectLinkGone(page, link);
  expect(monitor.calls(endpoints.acceptInvitation)).toBe(0);
});

test('a signup: the confirmation stays after hydration, and its link signs in', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const nora = newAddress('nora');
  const releaseScripts = await holdScripts(context);
  await page.goto('/signup', { waitUntil: 'commit' });
  await ownNameField(page).fill('Nora Lind');
  await companyField(page).fill('Lowtide Supplies');
  await workEmailField(page).fill(nora);
  await press(signUpButton(page));
  await expect(heading(page, 'Check your email')).toBeVisible();
  releaseScripts();
  await expect(heading(page, 'Check your email')).toBeFocused();
  await expect(page.getByText(nora)).toBeVisible();
  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(companyField(page)).toHaveValue('Lowtide Supplies');
  expect(monitor.calls(endpoints.signUp)).toBe(0);
  const link = linkIn(await product.mailbox.next(nora), '/signup/confirm').address;

  const tab = await context.newPage();
  const comeAliveThere = await holdScripts(context);
  monitor.mayOpen(link, { kept: true });
  await tab.goto(link, { waitUntil: 'commit' });
  await choose(tab, newPassword);
  await press(confirmButton(tab));
  comeAliveThere();
  await expect(successTitle(tab)).toBeVisible();
  expect(monitor.calls(endpoints.confirmSignUp)).toBe(0);
});

test('text typed into a new form before hydration stays, and the requirements list uses it', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const link = await askForLink(product, ada);
  monitor.mayOpen(link);
  const releaseScripts = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  releaseScripts();
  await expectLinkGone(page, link);
  await expect(page.getByText('The passwords match.')).toBeVisible();
  await expect(chosenField(page)).toHaveValue(newPassword);
  expect((await call(product, endpoints.recoverPassword, { email: ada })).status).toBe(204);
});

test('an email change is a form post of the page, before and after hydration', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  const link = linkIn(await product.mailbox.next(moved), emailChangePath).address;
  monitor.mayOpen(link);
  const releaseScripts = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await expect(confirmButton(page)).toBeVisible();
  releaseScripts();
  await expectLinkGone(page, link);
  await expectInitialFocus(page);
  await confirmButton(page).click();
  await expect(heading(page, 'Your email address has been changed')).toBeVisible();
});
