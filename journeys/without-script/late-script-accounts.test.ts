import type { Locator } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  companyField,
  confirmButton,
  heading,
  recoverButton,
  repeatField,
  resetButton,
  signUpButton,
  signUpPasswordField,
  workEmailField,
} from '@app/testing/screens/account-screens.ts';
import { askForNewAddress, invite } from '@app/testing/product/admin-desk.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { expectAlive, expectGone, linkIn } from '@app/testing/browser/links.ts';
import { askForLink, call, newAddress, newcomer, newPassword } from '@app/testing/product/accounts.ts';
import { ada, emailField, errorSaying, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { holdScripts } from '@app/testing/browser/block-scripts.ts';

/** Presses without waiting for what follows: the scripts of the page are held back, so its load does not end. */
const press = (button: Locator) => button.click({ noWaitAfter: true });

test('a forgotten password: the screen that says where to look stays', async ({
  page,
  context,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const comeAlive = await holdScripts(context);
  await page.goto('/password/forgot', { waitUntil: 'commit' });
  await emailField(page).fill(vera.email);
  await press(recoverButton(page));
  await expect(heading(page, 'Check your email')).toBeVisible();
  comeAlive();
  // The script alone moves the focus: from here on the links are the app's.
  await expect(heading(page, 'Check your email')).toBeFocused();
  await expect(page.getByText(vera.email)).toBeVisible();
  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(emailField(page)).toHaveValue(vera.email);
  await product.mailbox.next(vera.email);
  expect(await product.mailbox.mails(vera.email)).toHaveLength(2);
  expect(watched.calls(endpoints.recoverPassword)).toBe(0);
});

test('a reset: the refusal stays with its form, and the sign-in that follows is in', async ({
  page,
  context,
  product,
  watched,
}) => {
  watched.mayAnswer(422, { path: '/password/reset' });
  const vera = await newcomer(product);
  const link = await askForLink(product, vera.email);
  watched.mayOpen(link, { kept: true });
  const comeAlive = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, 'Password2026!');
  await press(resetButton(page));
  const words = 'This password is easy to guess. Please choose another one.';
  await expect(errorSaying(page, words)).toBeVisible();
  comeAlive();
  await expectGone(page, link);
  await expectAlive(page);
  await expect(errorSaying(page, words)).toBeVisible();
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.resetPassword)).toBe(1);
});

test('a reset that was posted signs in, and the success page hydrates', async ({
  page,
  context,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const link = await askForLink(product, vera.email);
  watched.mayOpen(link, { kept: true });
  const comeAlive = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  await press(resetButton(page));
  await expect(successTitle(page)).toBeVisible();
  comeAlive();
  await expect(page).toHaveURL(/\/login\/success(?:\?|$)/);
  await expectGone(page, link);
  expect(watched.calls(endpoints.resetPassword)).toBe(0);
  expect(watched.calls(endpoints.signInWithPassword)).toBe(0);
  expect(watched.calls(endpoints.verifyCode)).toBe(0);
});

test('an invitation that was posted signs in, and the success page hydrates', async ({
  page,
  context,
  product,
  watched,
}) => {
  const ivo = newAddress('ivo');
  await invite(product, ivo);
  const link = linkIn(await product.mailbox.next(ivo), '/users/confirmation').address;
  watched.mayOpen(link, { kept: true });
  const comeAlive = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  await press(confirmButton(page));
  await expect(successTitle(page)).toBeVisible();
  comeAlive();
  await expect(page).toHaveURL(/\/login\/success(?:\?|$)/);
  await expectGone(page, link);
  expect(watched.calls(endpoints.acceptInvitation)).toBe(0);
});

test('a signup: the screen that says where to look stays; its confirmation too', async ({
  page,
  context,
  product,
  watched,
}) => {
  const nora = newAddress('nora');
  const comeAlive = await holdScripts(context);
  await page.goto('/signup', { waitUntil: 'commit' });
  await companyField(page).fill('Lowtide Supplies');
  await workEmailField(page).fill(nora);
  await signUpPasswordField(page).fill(newPassword);
  await repeatField(page).fill(newPassword);
  await press(signUpButton(page));
  await expect(heading(page, 'Check your email')).toBeVisible();
  comeAlive();
  await expect(heading(page, 'Check your email')).toBeFocused();
  await expect(page.getByText(nora)).toBeVisible();
  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(companyField(page)).toHaveValue('Lowtide Supplies');
  expect(watched.calls(endpoints.signUp)).toBe(0);
  const link = linkIn(await product.mailbox.next(nora), '/signup/confirm').address;

  const tab = await context.newPage();
  const comeAliveThere = await holdScripts(context);
  watched.mayOpen(link, { kept: true });
  await tab.goto(link, { waitUntil: 'commit' });
  await press(confirmButton(tab));
  await expect(heading(tab, 'Your account is confirmed')).toBeVisible();
  comeAliveThere();
  await expectGone(tab, link);
  await expect(heading(tab, 'Your account is confirmed')).toBeFocused();
  await tab.getByRole('link', { name: 'Log in' }).click();
  await expect(emailField(tab)).toHaveValue(nora);
  expect(watched.calls(endpoints.confirmSignUp)).toBe(0);
});

test('text typed into a new form before the script comes is kept, and its list knows it', async ({
  page,
  context,
  product,
  watched,
}) => {
  const link = await askForLink(product, ada);
  watched.mayOpen(link);
  const comeAlive = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await choose(page, newPassword);
  comeAlive();
  await expectGone(page, link);
  await expect(page.getByText('The passwords match.')).toBeVisible();
  await expect(chosenField(page)).toHaveValue(newPassword);
  expect((await call(product, endpoints.recoverPassword, { email: ada })).status).toBe(204);
});

test('an email-address change goes by a post of the page itself, before and after', async ({
  page,
  context,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const moved = newAddress('vera-moved');
  await askForNewAddress(product, vera.email, moved);
  const link = linkIn(await product.mailbox.next(moved), emailChangePath).address;
  watched.mayOpen(link);
  const comeAlive = await holdScripts(context);
  await page.goto(link, { waitUntil: 'commit' });
  await expect(confirmButton(page)).toBeVisible();
  comeAlive();
  await expectGone(page, link);
  await expectAlive(page);
  await confirmButton(page).click();
  await expect(heading(page, 'Your email address has been changed')).toBeVisible();
});
