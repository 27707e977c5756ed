import type { Browser, Page } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  confirmButton,
  heading,
  resetButton,
} from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { expectLinkGone, linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, call, newAddress, createAccount, newPassword } from '@app/testing/product/accounts.ts';
import { emailField, notifications, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import type { Product } from '@app/testing/product/start-product.ts';

/** One link of each kind, with the heading that its page shows for a valid link. */
async function everyKind(product: Product) {
  const [ivo, nora, vera] = [newAddress('ivo'), newAddress('nora'), await createAccount(product)];
  await asAdmin(product).invite(ivo);
  await call(product, endpoints.signUp, { email: nora, name: 'Nora Lind', companyName: 'Lowtide' });
  const moved = newAddress('vera-moved');
  const reset = await askForLink(product, vera.email);
  // For another person: a reset cancels a pending change of address.
  await asAdmin(product).requestEmailChange((await createColleague(product)).email, moved);
  const link = async (to: string, page: Parameters<typeof linkIn>[1]) =>
    linkIn(await product.mailbox.next(to), page).address;
  return [
    { kind: 'reset', good: 'Reset password', link: reset },
    {
      kind: 'invitation',
      good: 'Join Northline Demo',
      link: await link(ivo, '/users/confirmation'),
    },
    { kind: 'signup', good: 'Confirm your account', link: await link(nora, '/signup/confirm') },
    {
      kind: 'email change',
      good: 'Confirm your new email address',
      link: await link(moved, emailChangePath),
    },
  ];
}

/** Submits the form of the open page. */
async function use(page: Page): Promise<void> {
  if (await chosenField(page).isVisible()) await choose(page, newPassword);
  await confirmButton(page).or(resetButton(page)).click();
}

/** The notification is read out from a second place: its own is meant. */
const done = (page: Page) =>
  successTitle(page)
    .or(notifications(page).getByText('Your account is confirmed. Please log in.'))
    .or(heading(page, 'Your email address has been changed'));

test('a link still works after a browser has prerendered it', async ({
  browser,
  context,
  product,
  monitor,
}) => {
  const links = await everyKind(product);
  // In the proof those of every kind.
  for (const { kind, good, link } of proof ? links : links.slice(0, 1)) {
    await openAheadOfTime(browser, product, link);
    const tab = await context.newPage();
    await openLink(tab, link, monitor);
    await expect(heading(tab, good), kind).toBeVisible();
    await use(tab);
    await expect(done(tab), kind).toBeVisible();
    await tab.close();
    // The link of a password signs in, so the next link belongs to another account.
    await context.clearCookies();
  }
});

/** Prerenders a link in another browser before a click, because the page that shows it asks for that. */
async function openAheadOfTime(browser: Browser, product: Product, link: string): Promise<void> {
  // Bypasses our CSP, so that a page of ours can act as a mail program's.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${product.url}/help`);
  const opened = context.waitForEvent('response', (response) => response.url() === link);
  const content = JSON.stringify({ prerender: [{ urls: [link], eagerness: 'immediate' }] });
  await page.addScriptTag({ type: 'speculationrules', content });
  const response = await opened;
  expect((await response.request().allHeaders())['sec-purpose']).toContain('prerender');
  expect(response.status()).toBe(200);
  await context.close();
}

test('a reload keeps the open link, a second tab has no link, and going back does not show it again', async ({
  page,
  context,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const link = await askForLink(product, vera.email);
  await page.goto('/login');
  await openLink(page, link, monitor);
  await expect(chosenField(page)).toBeVisible();
  // It is in nothing that outlives the tab.
  const token = new URL(link).searchParams.get('code') ?? '';
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, document.cookie, document.title]),
  );
  expect(kept).not.toContain(token);
  for (const { value } of await context.cookies()) expect(value).not.toContain(token);
  expect(product.output()).not.toContain(token);

  await page.reload();
  await expect(chosenField(page)).toBeVisible();
  await expectLinkGone(page, link);
  const tab = await context.newPage();
  await tab.goto('/password/reset');
  await expect(heading(tab, "We don't recognize this link")).toBeVisible();
  await openLink(tab, link, monitor);
  await expect(chosenField(tab)).toBeVisible();

  await page.goBack();
  await expect(emailField(page)).toBeVisible();
  await page.goForward();
  await expect(chosenField(page)).toBeVisible();
  await expectLinkGone(page, link);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await expectLinkGone(page, link);

  // Going back never shows the form of the used link.
  await page.goBack();
  await expect(chosenField(page)).toBeHidden();

  // The other tab, which still shows the form, gets an error.
  monitor.mayAnswer(400, endpoints.resetPassword);
  await choose(tab, `${newPassword}?`);
  await resetButton(tab).click();
  await expect(heading(tab, 'This link has already been used')).toBeVisible();
});
