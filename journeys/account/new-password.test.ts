import { endpoints } from '@app/contract/calls/endpoints.ts';

import { choose, chosenField, heading } from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, newPassword, signInByCalls } from '@app/testing/product/accounts.ts';
import { ada, successTitle } from '@app/testing/screens/sign-in-screens.ts';

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
