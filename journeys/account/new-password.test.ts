import { endpoints } from '@app/contract/calls/endpoints.ts';
import { limits } from '@app/contract/fields/limits.ts';

import {
  choose,
  chosenField,
  heading,
  listed,
  repeatField,
  requirements,
  resetButton,
} from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, createAccount, newPassword, signInByCalls } from '@app/testing/product/accounts.ts';
import { ada, errorMessage, successTitle } from '@app/testing/screens/sign-in-screens.ts';

test('each requirement is ticked when it is met, in the specified order', async ({
  page,
  product,
  monitor,
}) => {
  await openLink(page, await askForLink(product, ada), monitor);
  const steps: [typed: string, met: number[]][] = [
    ['', []],
    ['q', [1]],
    ['qu', [1]],
    ['qu4', [1, 2]],
    ['qu4-', [1, 2, 3]],
    ['qu4-Y', [1, 2, 3, 4]],
    ['qu4-Y in', [0, 1, 2, 3, 4]],
    ['12345678', [0, 2]],
    ['ÄÖ ü', [1, 4]],
  ];
  for (const [typed, met] of steps) {
    await chosenField(page).fill(typed);
    await expect.poll(() => requirements(page), { message: typed, intervals: [20] }).toEqual(listed(...met));
  }
});

test('each error of a password is shown at its field with the specified text, before any call', async ({
  page,
  product,
  monitor,
}) => {
  await openLink(page, await askForLink(product, ada), monitor);
  const wrong: [typed: string, words: string | RegExp][] = [
    ['', 'This field is required.'],
    ['Short-1', 'Password is too short (minimum is 8 characters)'],
    ['nothing but letters', /all the requirements/],
    [' Kestrel-Lantern-58', /start or end with a space/],
    [`Kestrel-58!${'x'.repeat(limits.passwordMax)}`, /too long/],
  ];
  for (const [typed, words] of wrong) {
    await choose(page, typed);
    await resetButton(page).click();
    await expect(errorMessage(page, words).first(), typed).toBeVisible();
    await expect(chosenField(page)).toBeFocused();
  }
  expect(monitor.calls(endpoints.resetPassword)).toBe(0);
});

test('a common or personal password is refused, the typed text stays, and the link is still valid', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(422, endpoints.resetPassword);
  const vera = await createAccount(product, 'veronika');
  await openLink(page, await askForLink(product, vera.email), monitor);
  for (const guessable of ['Password2026!', 'Veronika-2026!']) {
    await choose(page, guessable);
    await resetButton(page).click();
    await expect(
      errorMessage(page, 'This password is easy to guess. Please choose another one.'),
    ).toBeVisible();
    await expect(chosenField(page)).toBeFocused();
    await expect(chosenField(page)).toHaveValue(guessable);
    await expect(repeatField(page)).toHaveValue(guessable);
  }
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.resetPassword)).toBe(3);
});

test('a password manager sees one account and a new password typed twice', async ({
  page,
  product,
  monitor,
}) => {
  await openLink(page, await askForLink(product, ada), monitor);
  await expect(chosenField(page)).toBeVisible();
  const seen = await page.locator('form').evaluate((form) =>
    [...form.querySelectorAll('input')]
      // Password managers read the rendered fields, even tiny ones, and their autocomplete attributes.
      .filter((input) => input.type !== 'hidden' && input.checkVisibility())
      .map(({ name, type, autocomplete, value }) => ({ name, type, autocomplete, value })),
  );
  expect(seen).toEqual([
    { name: 'email', type: 'email', autocomplete: 'username', value: ada },
    { name: 'password', type: 'password', autocomplete: 'new-password', value: '' },
    { name: 'passwordConfirmation', type: 'password', autocomplete: 'new-password', value: '' },
  ]);
  // The field is for password managers only: nobody sees it, reaches it by Tab or hears it.
  await expect(page.getByRole('textbox', { name: /mail/i })).toHaveCount(0);
  expect(await page.locator('input[name=email]').evaluate((input: HTMLInputElement) => input.tabIndex)).toBe(
    -1,
  );
});

test('the typed password can be shown', async ({ page, product, monitor }) => {
  await openLink(page, await askForLink(product, ada), monitor);
  await choose(page, newPassword);
  const shows = page.getByRole('button', { name: 'Show password' });
  await expect(shows).toHaveCount(2);
  await shows.first().click();
  await expect(chosenField(page)).toHaveAttribute('type', 'text');
  await expect(repeatField(page)).toHaveAttribute('type', 'password');
});

test('the form appears after the link is checked, and a check without an answer can be repeated', async ({
  page,
  context,
  product,
  monitor,
}) => {
  monitor.mayFail();
  await openLink(page, await askForLink(product, ada), monitor);
  await expect(chosenField(page)).toBeVisible();

  // After a reload the address has no link: only the app can check it.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${endpoints.checkLink.path}`, async (route) => {
    await promise;
    await route.abort('internetdisconnected');
  });
  await page.reload();
  await expect(heading(page, 'Checking your link')).toBeAttached();
  await expect(page.locator('input')).toHaveCount(0);
  resolve();
  await expect(heading(page, "We couldn't check your link")).toBeVisible();
  await expect(errorMessage(page, 'Connection lost. Please check your internet connection.')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await page.unroute(`**${endpoints.checkLink.path}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(chosenField(page)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("an admin requires a new password: the old one stops working, and the mail's link sets a new one", async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const { refreshToken = '' } = await signInByCalls(product, vera);
  await asAdmin(product).requestNewPassword(vera.email);
  const mail = await product.mailbox.next(vera.email);
  expect((await signInByCalls(product, vera)).status).toBe(401);
  const refreshed = await fetch(`${product.url}${endpoints.refreshTokens.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(refreshed.status).toBe(401);

  await openLink(page, linkIn(mail, '/password/new').address, monitor);
  await expect(heading(page, 'Choose a new password')).toBeVisible();
  await expect(
    page.getByText(`Your admin has asked you to choose a new password for ${vera.email}.`),
  ).toBeVisible();
  await choose(page, newPassword);
  await page.getByRole('button', { name: /^(?:Reset|Save|Set)/ }).click();
  await expect(successTitle(page)).toBeVisible();
});
