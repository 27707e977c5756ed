import { days } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import {
  companyField,
  confirmButton,
  expectLinkState,
  heading,
  repeatField,
  signUpButton,
  signUpPasswordField,
  workEmailField,
} from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { expectAlive, linkIn, openLink } from '@app/testing/browser/links.ts';
import { call, newAddress, newcomer, newPassword } from '@app/testing/product/accounts.ts';
import {
  ada,
  emailField,
  errorSaying,
  loginButton,
  passwordField,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

/** Fills in the form of the open page and sends it. */
async function signUp(page: Parameters<typeof heading>[0], email: string, password = newPassword) {
  await companyField(page).fill('Lowtide Supplies');
  await workEmailField(page).fill(email);
  await signUpPasswordField(page).fill(password);
  await repeatField(page).fill(password);
  await signUpButton(page).click();
}

test("from 'Sign up' on login, by the mail, to being signed in", async ({ page, product, watched }) => {
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
  await openLink(page, address, watched);
  await expect(heading(page, 'Confirm your account')).toBeVisible();
  await expect(page.getByText(`confirm that ${nora} is your address`)).toBeVisible();
  expect(watched.calls(endpoints.confirmSignUp)).toBe(0);
  await confirmButton(page).click();
  await expect(heading(page, 'Your account is confirmed')).toBeVisible();

  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(emailField(page)).toHaveValue(nora);
  await passwordField(page).fill(newPassword);
  await loginButton(page).click();
  await expect(successTitle(page)).toBeVisible();

  const tab = await page.context().newPage();
  await openLink(tab, address, watched);
  await expectLinkState(tab, 'used');
  await expect(tab.getByText('You can log in now.')).toBeVisible();
});

test('for an address with an account the screen is the same, and the mail is another', async ({
  page,
  product,
}) => {
  const said: string[] = [];
  for (const address of [newAddress('nora'), ada]) {
    await page.goto('/signup');
    await expectAlive(page);
    await signUp(page, address);
    await expect(heading(page, 'Check your email')).toBeVisible();
    said.push((await page.getByRole('main').innerText()).replaceAll(address, '<address>'));
  }
  expect(said[0]).toBe(said[1]);
  const { text } = await product.mailbox.next(ada);
  expect(text).not.toContain('/signup/confirm');
  expect(text).toContain(`${product.url}/login`);
  expect(text).toContain(`${product.url}/password/forgot`);
});

test('each field says what is wrong with it, and what the service refuses is said there too', async ({
  page,
  watched,
}) => {
  watched.mayAnswer(422, endpoints.signUp);
  await page.goto('/signup');
  await expectAlive(page);
  await signUpButton(page).click();
  await expect(errorSaying(page, 'This field is required.')).toHaveCount(4);
  await expect(companyField(page)).toBeFocused();
  await signUp(page, 'nora@', newPassword);
  await expect(errorSaying(page, 'Invalid e-mail')).toBeVisible();
  expect(watched.calls(endpoints.signUp)).toBe(0);
  const nora = newAddress('nora');
  await signUp(page, nora, 'Lowtide-Supplies-1');
  await expect(errorSaying(page, 'This password is easy to guess. Please choose another one.')).toBeVisible();
  await expect(workEmailField(page)).toHaveValue(nora);
  await expect(companyField(page)).toHaveValue('Lowtide Supplies');
});

test('a link of more than seven days has expired: sign up again', async ({
  page,
  product,
  time,
  watched,
}) => {
  const nora = newAddress('nora');
  await page.goto('/signup');
  await expectAlive(page);
  await signUp(page, nora);
  const { address } = linkIn(await product.mailbox.next(nora), '/signup/confirm');
  await time.pass(days(7) + 1000);
  await openLink(page, address, watched);
  await expectLinkState(page, 'expired');
  await expect(page.getByText(/valid for 7 days/)).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(heading(page, 'Sign up')).toBeVisible();
});

test('an address that got an account meanwhile is not taken over by an older link', async ({
  page,
  product,
  watched,
}) => {
  watched.mayAnswer(400, endpoints.confirmSignUp);
  const nora = newAddress('nora');
  const wish = {
    email: nora,
    password: newPassword,
    passwordConfirmation: newPassword,
    companyName: 'Other',
  };
  await call(product, endpoints.signUp, wish);
  const first = linkIn(await product.mailbox.next(nora), '/signup/confirm');
  await call(product, endpoints.signUp, wish);
  const second = linkIn(await product.mailbox.next(nora), '/signup/confirm');
  await openLink(page, first.address, watched);
  await expect(heading(page, 'Confirm your account')).toBeVisible();
  await call(product, endpoints.confirmSignUp, { email: nora, confirmationCode: second.token });
  await confirmButton(page).click();
  await expectLinkState(page, 'cancelled');
  expect((await newcomer(product)).email).not.toBe(nora);
});
