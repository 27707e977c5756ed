import { endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  confirmButton,
  expectLinkState,
  heading,
  listed,
  requirements,
} from '@app/testing/screens/account-screens.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { newAddress, newPassword } from '@app/testing/product/accounts.ts';
import { successTitle } from '@app/testing/screens/sign-in-screens.ts';

const title = 'Join Northline Demo';
test("an invitation, from the admin's call and the mail to the signed-in person", async ({
  page,
  product,
  monitor,
}) => {
  const ivo = newAddress('ivo');
  await asAdmin(product).invite(ivo);

  const mail = await product.mailbox.next(ivo);
  expect(mail.text).toMatch(/7\sdays/);
  expect(mail.text).toContain('Ivo');
  const { address, token } = linkIn(mail, '/users/confirmation');
  await openLink(page, address, monitor);
  await expect(heading(page, title)).toBeVisible();
  const lead = `Create a password to confirm your account. You'll log in as ${ivo}.`;
  await expect(page.getByText(lead)).toBeVisible();
  await expect(chosenField(page)).toBeFocused();
  expect(await requirements(page)).toEqual(listed());

  const sent = page.waitForRequest((request) => request.url().endsWith(endpoints.acceptInvitation.path));
  await choose(page, newPassword);
  await confirmButton(page).click();
  expect((await sent).postDataJSON()).toEqual({
    email: ivo,
    confirmationCode: token,
    password: newPassword,
    passwordConfirmation: newPassword,
    timezone: 'UTC',
    lang: 'en-US',
    mailboxProof: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.acceptInvitation)).toBe(1);

  const tab = await page.context().newPage();
  await openLink(tab, address, monitor);
  await expectLinkState(tab, 'used');
  await expect(tab.getByText('Your account is already confirmed.')).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test(
  'a German invitee gets a German mail, which opens a German page',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const jutta = newAddress('jutta');
    await asAdmin(product).invite(jutta, 'de');
    const mail = await product.mailbox.next(jutta);
    expect(mail.text).toMatch(/7\sTage/);
    expect(mail.text).not.toMatch(/\b(?:the|your|password|days)\b/);
    const { address } = linkIn(mail, '/users/confirmation');
    expect(new URL(address).searchParams.get('lng')).toBe('de');
    await openLink(page, address, monitor);
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northline Demo beitreten');
    const [first, second] = await page.locator('input[type=password]').all();
    await first?.fill(newPassword);
    await second?.fill(newPassword);
    await page.getByRole('button', { name: 'Passwort erstellen', exact: true }).click();
    await expect(page).toHaveURL(/\/login\/success/);
  },
);
