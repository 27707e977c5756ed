import { type Endpoint, endpoints } from '@app/contract/calls/endpoints.ts';
import { hours } from '@app/contract/fields/durations.ts';
import type { Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { addVirtualAuthenticator } from '@app/testing/browser/virtual-authenticator.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, createAccount, newPassword, type Person } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import type { Product } from '@app/testing/product/start-product.ts';
import { choose, confirmButton, heading, resetButton } from '@app/testing/screens/account-screens.ts';
import {
  codeField,
  codeTitle,
  errorMessage,
  logIn,
  logOut,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** A new account with a passkey in the browser's authenticator, whose person is signed in nowhere. */
async function personWithPasskey(page: Page, product: Product) {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/me' });
  const authenticator = await addVirtualAuthenticator(page);
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
  expect((await product.mailbox.next(vera.email)).subject).toContain('A passkey was added');
  expect(await authenticator.accounts()).toEqual([vera.email]);
  await page.context().clearCookies();
  return { vera, authenticator };
}

test('a passkey signs in from the login page with nothing typed, and finishes the sign-in after a reset by email', async ({
  page,
  product,
  monitor,
}) => {
  const { vera, authenticator } = await personWithPasskey(page, product);
  const mails = (await product.mailbox.mails(vera.email)).length;
  // Two actions: the page is opened, and the authenticator chooses for the person.
  await page.goto('/login');
  await expect(successTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPasskey)).toBe(1);
  expect(await product.mailbox.mails(vera.email)).toHaveLength(mails);

  // A ceremony that fails leaves the page as it was, and the password is another way.
  await page.context().clearCookies();
  await authenticator.verify(false);
  const asked = page.waitForResponse((answer) => answer.url().endsWith(endpoints.startPasskeySignIn.path));
  await page.goto('/login');
  await asked;
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await logIn(page, vera.email);
  await expect(codeTitle(page)).toBeVisible();
  expect(monitor.calls(endpoints.signInWithPasskey)).toBe(1);
  await product.mailbox.nextCode(vera.email);

  // A newer key goes with the reset: a thief of the session may have added it.
  await authenticator.verify(true);
  await product.advance(hours(2));
  await openLink(page, await askForLink(product, vera.email), monitor);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(page.getByRole('heading', { name: 'Use a passkey' })).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /code/ })).toHaveCount(0);
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(successTitle(page)).toBeVisible();
});

test('a removed passkey leaves the browser, and one that it kept is called unknown', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(404, endpoints.signInWithPasskey);
  const { vera, authenticator } = await personWithPasskey(page, product);
  await openDashboard(page, product, { who: vera, path: '/me' });
  const { origin } = new URL(page.url());
  await passkeys(page)
    .getByRole('button', { name: /^Rename passkey/ })
    .click();
  await expect(passkeys(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  await passkeys(page).getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await passkeys(page).getByRole('button', { name: 'Save' }).click();
  await expect(passkeys(page).getByRole('listitem')).toContainText('My laptop');
  await passkeys(page).getByRole('button', { name: 'Remove passkey: My laptop' }).click();
  await expect(passkeys(page).getByText('No passkeys yet')).toBeVisible();
  await expect.poll(authenticator.accounts).toEqual([]);
  expect((await product.mailbox.next(vera.email)).subject).toContain('A passkey was removed');

  // Without the signal the browser keeps the key.
  await page.addInitScript(() =>
    Object.assign(PublicKeyCredential, { signalAllAcceptedCredentials: undefined }),
  );
  await page.reload();
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys(page)
    .getByRole('button', { name: /^Remove passkey/ })
    .click();
  await expect(passkeys(page).getByText('No passkeys yet')).toBeVisible();
  expect(await authenticator.accounts()).toEqual([vera.email]);
  await page.context().clearCookies();
  await page.goto(`${origin}/login`);
  await expect(errorMessage(page, 'This passkey is no longer known here.')).toBeVisible();
  await expect.poll(authenticator.accounts).toEqual([]);
});

test('after a code a passkey is offered until the person declines, and not where the browser adds one itself', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  const authenticator = await addVirtualAuthenticator(page);
  const setUp = page.getByRole('link', { name: 'Set up a passkey' });
  const answered = (entry: Endpoint) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith(entry.path) && answer.request().method() === entry.method,
    );
  const signIn = async (who: Person) => {
    await page.goto('/login');
    await waitForHydration(page);
    await logIn(page, who.email);
    await codeField(page).fill(await product.mailbox.nextCode(who.email));
    await expect(successTitle(page)).toBeVisible();
  };
  await signIn(vera);
  await expect(setUp).toHaveAttribute('href', /\/dashboard\/me$/);
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  const declined = answered(endpoints.declinePasskeyOffer);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(setUp).toHaveCount(0);
  expect((await declined).status()).toBe(204);
  await logOut(page);
  await page.evaluate(() => localStorage.clear());
  const asked = answered(endpoints.readPasskeyOffer);
  await signIn(vera);
  expect(await (await asked).json()).toEqual({ offered: false });
  await expect(setUp).toHaveCount(0);

  // Right after a password the browser adds a passkey, which the link of its email removes.
  const nora = await createAccount(product);
  await authenticator.makeAutomatically();
  await page.context().clearCookies();
  const added = answered(endpoints.acceptPasskeyOffer);
  await signIn(nora);
  expect((await added).status()).toBe(204);
  expect(await authenticator.accounts()).toEqual([nora.email]);
  await expect(setUp).toHaveCount(0);
  const mail = await product.mailbox.next(nora.email);
  expect(mail.text).toContain('Your browser saved this passkey');
  await openLink(page, linkIn(mail, '/users/passkey').address, monitor);
  await confirmButton(page).click();
  await expect(heading(page, 'The passkey has been removed')).toBeVisible();
  expect((await look(page)).flatMap(({ findings }) => findings)).toEqual([]);
  expect((await product.mailbox.next(nora.email)).subject).toContain('A passkey was removed');
  await openDashboard(page, product, { who: nora, path: '/me' });
  await expect(passkeys(page).getByText('No passkeys yet')).toBeVisible();
});
