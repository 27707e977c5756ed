import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import { confirmButton, heading } from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { newAddress, refreshStatus, signInByCalls } from '@app/testing/product/accounts.ts';
import { emailField } from '@app/testing/screens/sign-in-screens.ts';

test("an email change, from the admin's call and the mail to a login with the new address only", async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const { refreshToken = '' } = await signInByCalls(product, vera);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  const mail = await product.mailbox.next(moved);
  expect(mail.text).toMatch(/24\shours/);
  const { address, token } = linkIn(mail, emailChangePath);
  expect(linkIn(await product.mailbox.next(vera.email), emailChangeCancelPath).token).not.toBe(token);

  await openLink(page, address, monitor);
  await expect(heading(page, 'Confirm your new email address')).toBeVisible();
  await expect(page.getByText(moved)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  // Opening the link does not confirm it.
  expect(await refreshStatus(product, refreshToken)).toBe(200);
  await confirmButton(page).click();
  await expect(page).toHaveURL(/\/action_result\?(?:.*&)?result=success(?:&|$)/);
  await expect(page.getByText('Your email address has been changed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('From now on, log in with your new address.')).toBeVisible();
  expect((await product.mailbox.next(vera.email)).text).toContain(moved);
  expect((await signInByCalls(product, vera)).status).toBe(401);
  expect((await signInByCalls(product, { ...vera, email: moved })).status).toBe(200);

  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(emailField(page)).toBeVisible();
});
