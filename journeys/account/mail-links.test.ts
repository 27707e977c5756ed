import type { Browser, Page } from '@playwright/test';

import { minutes } from '@app/contract/fields/durations.ts';
import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  confirmButton,
  heading,
  resetButton,
} from '@app/testing/screens/account-screens.ts';
import { askForNewAddress, invite } from '@app/testing/product/admin-desk.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { expectGone, linkIn, openLink, tampered } from '@app/testing/browser/links.ts';
import { askForLink, call, newAddress, newcomer, newPassword } from '@app/testing/product/accounts.ts';
import { ada, emailField, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import type { Product } from '@app/testing/product/start-product.ts';

/** One link of each kind, and the page's heading that says that it is good. */
async function everyKind(product: Product) {
  const [ivo, nora, vera] = [newAddress('ivo'), newAddress('nora'), await newcomer(product)];
  await invite(product, ivo);
  const wish = {
    email: nora,
    password: newPassword,
    passwordConfirmation: newPassword,
    companyName: 'Lowtide',
  };
  await call(product, endpoints.signUp, wish);
  const moved = newAddress('vera-moved');
  const reset = await askForLink(product, vera.email);
  // Of another person: a reset cancels a pending change of address.
  await askForNewAddress(product, (await newcomer(product)).email, moved);
  const link = async (to: string, page: Parameters<typeof linkIn>[1]) =>
    linkIn(await product.mailbox.next(to), page).address;
  return [
    { kind: 'reset', good: 'Reset password', link: reset },
    {
      kind: 'invitation',
      good: 'Create a password to confirm your account.',
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

/** Uses what the open page is for. */
async function use(page: Page): Promise<void> {
  if (await chosenField(page).isVisible()) await choose(page, newPassword);
  await confirmButton(page).or(resetButton(page)).click();
}

const done = (page: Page) =>
  successTitle(page)
    .or(heading(page, 'Your account is confirmed'))
    .or(heading(page, 'Your email address has been changed'));

test('scanners open a link twenty times and a browser ahead of time, and it still works for its owner', async ({
  browser,
  context,
  product,
  watched,
}) => {
  test.slow();
  const links = await everyKind(product);
  for (const { link } of links) {
    for (let visit = 0; visit < 10; visit += 1) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(link, { method, headers: { accept: 'text/html' } });
        expect(answer.status, `${method} of ${new URL(link).pathname}`).toBe(200);
        await answer.arrayBuffer();
      }
    }
    // One client may ask thirty times in ten minutes; scanners are many.
    await product.advance(minutes(10));
  }
  for (const { kind, good, link } of links) {
    await openAheadOfTime(browser, product, link);
    const tab = await context.newPage();
    await openLink(tab, link, watched);
    await expect(heading(tab, good), kind).toBeVisible();
    await use(tab);
    await expect(done(tab), kind).toBeVisible();
    await tab.close();
    // The link of a password signs in; the next one belongs to somebody else.
    await context.clearCookies();
  }
  console.log(
    `D7 in Chromium: ${links.length} kinds x (10 GET + 10 HEAD + 1 prerender), ${links.length} still used`,
  );
});

/** A browser of somebody else draws a link before anybody clicks it, because the page that shows it asks for that. */
async function openAheadOfTime(browser: Browser, product: Product, link: string): Promise<void> {
  // Without our content policy, so that a page of ours can stand for a mail program's.
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

test('a reload keeps the open link, a second tab has none of its own, and back does not bring it back', async ({
  page,
  context,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const link = await askForLink(product, vera.email);
  await page.goto('/login');
  await openLink(page, link, watched);
  await expect(chosenField(page)).toBeVisible();
  for (let again = 0; again < 2; again += 1) {
    await page.reload();
    await expect(chosenField(page)).toBeVisible();
    await expectGone(page, link);
  }
  const tab = await context.newPage();
  await tab.goto('/password/reset');
  await expect(heading(tab, "We don't recognize this link")).toBeVisible();
  await openLink(tab, link, watched);
  await expect(chosenField(tab)).toBeVisible();

  await page.goBack();
  await expect(emailField(page)).toBeVisible();
  await page.goForward();
  await expect(chosenField(page)).toBeVisible();
  await expectGone(page, link);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await expectGone(page, link);

  // Back is never the form of the used link.
  await page.goBack();
  await expect(chosenField(page)).toBeHidden();

  // The other tab, which still shows the form, is told.
  watched.mayAnswer(400, endpoints.resetPassword);
  await choose(tab, `${newPassword}?`);
  await resetButton(tab).click();
  await expect(heading(tab, 'This link has already been used')).toBeVisible();
});

test('an older link stays good beside a newer one until one of them is used', async ({
  page,
  product,
  watched,
}) => {
  const vera = await newcomer(product);
  const older = await askForLink(product, vera.email);
  const newer = await askForLink(product, vera.email);
  for (const link of [newer, older]) {
    await openLink(page, link, watched);
    await expect(chosenField(page)).toBeVisible();
  }
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  const tab = await page.context().newPage();
  await openLink(tab, newer, watched);
  await expect(heading(tab, 'This link is no longer valid')).toBeVisible();
});

test('a whole link opened after a broken one is the one that counts', async ({ page, product, watched }) => {
  const link = await askForLink(product, ada);
  await openLink(page, tampered(link), watched);
  await expect(heading(page, "We don't recognize this link")).toBeVisible();
  await openLink(page, link, watched);
  await expect(chosenField(page)).toBeVisible();
  // And the other way round: what came last is what is shown.
  await openLink(page, tampered(link), watched);
  await expect(heading(page, "We don't recognize this link")).toBeVisible();
});

test('the link is in no place that outlives the tab', async ({ page, context, product, watched }) => {
  const link = await askForLink(product, ada);
  const { searchParams } = new URL(link);
  const token = searchParams.get('code') ?? '';
  await openLink(page, link, watched);
  await expect(chosenField(page)).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, document.cookie, document.title]),
  );
  expect(kept).not.toContain(token);
  for (const { value } of await context.cookies()) expect(value).not.toContain(token);
  expect(product.output()).not.toContain(token);
});
