import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/calls/endpoints.ts';

import { confirmButton, heading } from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink, tampered } from '@app/testing/browser/links.ts';
import { askForLink, newAddress, refreshStatus, signInByCalls } from '@app/testing/product/accounts.ts';
import { emailField } from '@app/testing/screens/sign-in-screens.ts';

/** Expects the exact text of a result (spec §8; requirements §4 "Words"). */
const results = {
  success: 'Your email address has been changed',
  code_expired: 'This link has expired. We have sent you a new link by email.',
  ttl: 'This link has expired. Ask your admin for a new email change request.',
  cancelled:
    'The email change can no longer be confirmed. If you still need it, ask your admin for a new email change request.',
  unknown: 'Oh oh...',
} as const;
type Result = keyof typeof results;

async function expectResult(page: Parameters<typeof heading>[0], result: Result): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/action_result\\?(?:.*&)?result=${result}(?:&|$)`));
  await expect(page.getByText(results[result], { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test("an email change, from the admin's call and the mail to a login with the new address only", async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const { refreshToken = '' } = await signInByCalls(product, vera);
  const reset = await askForLink(product, vera.email);
  const moved = newAddress('vera-moved');

  await asAdmin(product).requestEmailChange(vera.email, moved);
  const mail = await product.mailbox.next(moved);
  expect(mail.text).toMatch(/24\shours/);
  const { address } = linkIn(mail, emailChangePath);

  await openLink(page, address, monitor);
  await expect(heading(page, 'Confirm your new email address')).toBeVisible();
  await expect(page.getByText(moved)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  // Opening the link does not confirm it.
  expect(await refreshStatus(product, refreshToken)).toBe(200);
  await confirmButton(page).click();
  await expectResult(page, 'success');
  await expect(page.getByText('From now on, log in with your new address.')).toBeVisible();

  const request = await product.mailbox.next(vera.email);
  expect(linkIn(request, emailChangeCancelPath).token).not.toBe(linkIn(mail, emailChangePath).token);
  const notice = await product.mailbox.next(vera.email);
  expect(notice.text).toContain(moved);
  expect((await signInByCalls(product, vera)).status).toBe(401);
  expect((await signInByCalls(product, { ...vera, email: moved })).status).toBe(200);
  const tab = await page.context().newPage();
  await openLink(tab, reset, monitor);
  await expect(heading(tab, 'This link is no longer valid')).toBeVisible();

  // Opened twice more: the same success, and no other email.
  const before = (await product.mailbox.mails(moved)).length;
  for (let again = 0; again < 2; again += 1) {
    monitor.mayOpen(address);
    await page.goto(address);
    await expectResult(page, 'success');
  }
  expect(await product.mailbox.mails(moved)).toHaveLength(before);
  // The emails: invitation, code, reset link, request and notice.
  expect(await product.mailbox.mails(vera.email)).toHaveLength(5);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(emailField(page)).toBeVisible();
});

test('an email change ends old sessions', async ({ page, product, monitor }) => {
  const vera = await createColleague(product);
  const { refreshToken = '' } = await signInByCalls(product, vera);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  await openLink(page, linkIn(await product.mailbox.next(moved), emailChangePath).address, monitor);
  await confirmButton(page).click();
  await expectResult(page, 'success');
  expect(await refreshStatus(product, refreshToken)).toBe(401);
});

test('after 24 hours one new link is sent, however often the old one is opened, and that one works', async ({
  page,
  product,
  time,
  monitor,
}) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  const { address } = linkIn(await product.mailbox.next(moved), emailChangePath);
  await time.pass(hours(24) + 1000);
  const opened = 6;
  for (let again = 0; again < opened; again += 1) {
    monitor.mayOpen(address);
    await page.goto(address);
    await expectResult(page, 'code_expired');
  }
  const fresh = linkIn(await product.mailbox.next(moved), emailChangePath).address;
  // An email that was requested later has arrived, so no other is pending.
  await product.mailbox.next(vera.email);
  await askForLink(product, vera.email);
  expect(await product.mailbox.mails(moved)).toHaveLength(2);

  await openLink(page, fresh, monitor);
  await confirmButton(page).click();
  await expectResult(page, 'success');
});

test('a link that expires while its page is open shows so and sends a new one', async ({
  page,
  product,
  time,
  monitor,
}) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  await openLink(page, linkIn(await product.mailbox.next(moved), emailChangePath).address, monitor);
  await expect(confirmButton(page)).toBeVisible();
  await time.pass(hours(24) + minutes(1));
  await confirmButton(page).click();
  await expectResult(page, 'code_expired');
  await product.mailbox.next(moved);
});

test('after seven days the page says to ask the admin', async ({ page, product, time, monitor }) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  const { address } = linkIn(await product.mailbox.next(moved), emailChangePath);
  await time.pass(days(7) + 1000);
  monitor.mayOpen(address);
  await page.goto(address);
  await expectResult(page, 'ttl');
  expect(await product.mailbox.mails(moved)).toHaveLength(1);
});

test('a malformed link is unknown; a newer request cancels an older one, and the old address cancels the newer', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  const { address } = linkIn(await product.mailbox.next(moved), emailChangePath);
  for (const nonsense of [tampered(address), address.replace(/token=[^&]+/, 'token=x')]) {
    monitor.mayOpen(nonsense);
    await page.goto(nonsense);
    await expectResult(page, 'unknown');
  }
  // Without a token, as after a reload, the page says which mail to open.
  await page.goto(emailChangePath);
  await expect(page.getByText(/Open our latest email/)).toBeVisible();

  const elsewhere = newAddress('vera-elsewhere');
  await product.mailbox.next(vera.email);
  await asAdmin(product).requestEmailChange(vera.email, elsewhere);
  monitor.mayOpen(address);
  await page.goto(address);
  await expectResult(page, 'cancelled');

  const cancel = linkIn(await product.mailbox.next(vera.email), emailChangeCancelPath).address;
  await openLink(page, cancel, monitor);
  await expect(heading(page, 'Cancel the change to your email address?')).toBeVisible();
  await expect(page.getByText(elsewhere)).toBeVisible();
  await confirmButton(page).click();
  await expectResult(page, 'cancelled');
  const newer = linkIn(await product.mailbox.next(elsewhere), emailChangePath).address;
  monitor.mayOpen(newer);
  await page.goto(newer);
  await expectResult(page, 'cancelled');
  expect((await signInByCalls(product, vera)).status).toBe(200);
});
