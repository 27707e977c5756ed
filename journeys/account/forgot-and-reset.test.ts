import type { Browser } from '@playwright/test';

import { hours, minutes } from '@app/contract/fields/durations.ts';
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
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import {
  askForLink,
  call,
  newAddress,
  createAccount,
  newPassword,
  signInByCalls,
  type Person,
} from '@app/testing/product/accounts.ts';
import {
  ada,
  codeField,
  emailField,
  errorMessage,
  gina,
  logIn,
  loginButton,
  password,
  sam,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import type { Product } from '@app/testing/product/start-product.ts';
import { translation } from '@app/testing/product/texts.ts';

/** Signs in somewhere else: in a separate browser with a movable clock. */
async function signedInElsewhere(browser: Browser, product: Product, { email }: Person) {
  const context = await browser.newContext({ baseURL: product.url });
  await context.clock.install({ time: await product.now() });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, email);
  await codeField(page).fill(await product.mailbox.nextCode(email));
  await expect(successTitle(page)).toBeVisible();
  return page;
}

test('every address gets the same screen, and only the mail says how the account signs in', async ({
  page,
  product,
}) => {
  const unknown = newAddress('nobody');
  const said: string[] = [];
  for (const address of [ada, unknown, gina, sam]) {
    await page.goto('/login');
    await emailField(page).fill(address);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/password/forgot');
    await expect(heading(page, 'Forgot your password?')).toBeVisible();
    await expect(emailField(page)).toHaveValue(address);
    await recoverButton(page).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();
    // The text without the address and the countdown.
    const words = (await page.getByRole('main').innerText()).replace(/^[\d:]+$/m, '');
    said.push(words.replaceAll(address, '<address>'));
  }
  expect(new Set(said).size, said.join('\n---\n')).toBe(1);

  expect((await product.mailbox.next(ada)).text).toMatch(/1\shour/);
  const google = await product.mailbox.next(gina);
  expect(google.text).toContain('Google');
  const sso = await product.mailbox.next(sam);
  expect(sso.text).toMatch(/SSO|single sign-on/i);
  for (const mail of [google, sso]) expect(mail.text).not.toContain('/password/reset');
  expect(await product.mailbox.mails(unknown)).toEqual([]);
});

test(
  'a password reset, from the mail to the signed-in person, ends all other sessions',
  { tag: ['@engines', '@tabs'] },
  async ({ page, browser, product, monitor }) => {
    monitor.mayAnswer(401, endpoints.signInWithPassword);
    const vera = await createAccount(product);
    const elsewhere = await signedInElsewhere(browser, product, vera);
    const older = await askForLink(product, vera.email);
    const link = await askForLink(product, vera.email);

    // In Firefox only the page in front has the focus.
    await page.bringToFront();
    await openLink(page, link, monitor);
    await expect(heading(page, 'Reset password')).toBeVisible();
    await expect(page.getByText(`Choose a new password for ${vera.email}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/password\/reset(?:\?lng=en)?$/);
    await expect(chosenField(page)).toBeFocused();
    expect(await requirements(page)).toEqual(listed());

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

    // The earlier session ends at its next refresh.
    await product.advance(minutes(16));
    await elsewhere.context().clock.fastForward(minutes(16));
    await expect(loginButton(elsewhere)).toBeVisible();
    await expect(elsewhere.getByText('Your session has expired. Please log in again.')).toBeVisible();
    await elsewhere.context().close();

    expect(await signInByCalls(product, vera)).toEqual({ status: 401 });
    expect((await signInByCalls(product, { ...vera, password: newPassword })).status).toBe(200);

    const tab = await page.context().newPage();
    await openLink(tab, link, monitor);
    await expectLinkState(tab, 'used');
    await expect(tab.getByText(/Log in with it/)).toBeVisible();
    await openLink(tab, older, monitor);
    await expectLinkState(tab, 'cancelled');
    await tab.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(heading(tab, 'Forgot your password?')).toBeVisible();
    await expect(emailField(tab)).toHaveValue(vera.email);
  },
);

test('a link expires after an hour, and the page offers a new one that works', async ({
  page,
  product,
  time,
  monitor,
}) => {
  const vera = await createAccount(product);
  const link = await askForLink(product, vera.email);
  await time.pass(hours(1) + 1000);
  await openLink(page, link, monitor);
  await expectLinkState(page, 'expired');
  await expect(page.getByText(/valid for 1 hour/)).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(emailField(page)).toHaveValue(vera.email);
  await recoverButton(page).click();
  await expect(heading(page, 'Check your email')).toBeVisible();

  const fresh = linkIn(await product.mailbox.next(vera.email), '/password/reset').address;
  await openLink(page, fresh, monitor);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
});

test('a person locked out by wrong passwords can sign in after a reset', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  for (let tried = 0; tried < 6; tried += 1)
    await call(product, endpoints.signInWithPassword, { email: vera.email, password: 'Wrong-Password-1!' });
  expect((await signInByCalls(product, vera)).status).toBe(429);
  await openLink(page, await askForLink(product, vera.email), monitor);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(password).not.toBe(newPassword);
});
