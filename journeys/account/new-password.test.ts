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
import { askForNewPassword } from '@app/testing/product/admin-desk.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, newcomer, newPassword, signInByCalls } from '@app/testing/product/accounts.ts';
import { ada, errorSaying, successTitle } from '@app/testing/screens/sign-in-screens.ts';

test('the requirements tick off one by one as they are met, in the specified order', async ({
  page,
  product,
  watched,
}) => {
  await openLink(page, await askForLink(product, ada), watched);
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
  console.log(`requirements: ${steps.length} texts typed, each list as specified`);
});

test('what is wrong with a password is said at its field in the specified words, before any call', async ({
  page,
  product,
  watched,
}) => {
  await openLink(page, await askForLink(product, ada), watched);
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
    await expect(errorSaying(page, words).first(), typed).toBeVisible();
    await expect(chosenField(page)).toBeFocused();
  }
  expect(watched.calls(endpoints.resetPassword)).toBe(0);
});

test('a common password and one of the own words are refused, nothing is lost and the link is still good', async ({
  page,
  product,
  watched,
}) => {
  watched.mayAnswer(422, endpoints.resetPassword);
  const vera = await newcomer(product, 'veronika');
  await openLink(page, await askForLink(product, vera.email), watched);
  for (const guessable of ['Password2026!', 'Veronika-2026!']) {
    await choose(page, guessable);
    await resetButton(page).click();
    await expect(
      errorSaying(page, 'This password is easy to guess. Please choose another one.'),
    ).toBeVisible();
    await expect(chosenField(page)).toBeFocused();
    await expect(chosenField(page)).toHaveValue(guessable);
    await expect(repeatField(page)).toHaveValue(guessable);
  }
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  expect(watched.calls(endpoints.resetPassword)).toBe(3);
});

test('a password manager sees one account and a new password typed twice', async ({
  page,
  product,
  watched,
}) => {
  await openLink(page, await askForLink(product, ada), watched);
  await expect(chosenField(page)).toBeVisible();
  const seen = await page.locator('form').evaluate((form) =>
    [...form.querySelectorAll('input')]
      // What a manager looks at: fields that are rendered, however small, and what they are for.
      .filter((input) => input.type !== 'hidden' && input.checkVisibility())
      .map(({ name, type, autocomplete, value }) => ({ name, type, autocomplete, value })),
  );
  expect(seen).toEqual([
    { name: 'email', type: 'email', autocomplete: 'username', value: ada },
    { name: 'password', type: 'password', autocomplete: 'new-password', value: '' },
    { name: 'passwordConfirmation', type: 'password', autocomplete: 'new-password', value: '' },
  ]);
  // It is there for managers only: nobody meets it by eye, by Tab or by ear.
  await expect(page.getByRole('textbox', { name: /mail/i })).toHaveCount(0);
  expect(await page.locator('input[name=email]').evaluate((input: HTMLInputElement) => input.tabIndex)).toBe(
    -1,
  );
});

test('what is typed can be looked at', async ({ page, product, watched }) => {
  await openLink(page, await askForLink(product, ada), watched);
  await choose(page, newPassword);
  const shows = page.getByRole('button', { name: 'Show password' });
  await expect(shows).toHaveCount(2);
  await shows.first().click();
  await expect(chosenField(page)).toHaveAttribute('type', 'text');
  await expect(repeatField(page)).toHaveAttribute('type', 'password');
});

test('nobody types before the link is checked, and a check that got no answer can be made again', async ({
  page,
  context,
  product,
  watched,
}) => {
  watched.mayFail();
  await openLink(page, await askForLink(product, ada), watched);
  await expect(chosenField(page)).toBeVisible();

  // A reload comes without the link in the address: only the app can ask.
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
  await expect(errorSaying(page, 'Connection lost. Please check your internet connection.')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await page.unroute(`**${endpoints.checkLink.path}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(chosenField(page)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test('an admin asks for a new password: the old one is over, and the mail leads to a new one', async ({
  page,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const { refreshToken = '' } = await signInByCalls(product, vera);
  await askForNewPassword(product, vera.email);
  const mail = await product.mailbox.next(vera.email);
  expect((await signInByCalls(product, vera)).status).toBe(401);
  const refreshed = await fetch(`${product.url}${endpoints.refreshTokens.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(refreshed.status).toBe(401);

  await openLink(page, linkIn(mail, '/password/new').address, watched);
  await expect(heading(page, 'Choose a new password')).toBeVisible();
  await expect(
    page.getByText(`Your admin has asked you to choose a new password for ${vera.email}.`),
  ).toBeVisible();
  await choose(page, newPassword);
  await page.getByRole('button', { name: /^(?:Reset|Save|Set)/ }).click();
  await expect(successTitle(page)).toBeVisible();
});
