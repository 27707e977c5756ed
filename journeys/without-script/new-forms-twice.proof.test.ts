import type { Page } from '@playwright/test';

import { emailChangePath, endpoints } from '@app/contract/calls/endpoints.ts';

import {
  choose,
  chosenField,
  companyField,
  confirmButton,
  heading,
  recoverButton,
  repeatField,
  resetButton,
  ownNameField,
  signUpButton,
  workEmailField,
} from '@app/testing/screens/account-screens.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { expectInitialFocus, linkIn, openLink } from '@app/testing/browser/links.ts';
import { askForLink, call, newAddress, createAccount, newPassword } from '@app/testing/product/accounts.ts';
import { emailField, errorMessage, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import type { Product } from '@app/testing/product/start-product.ts';
import type { Monitor } from '@app/testing/browser/monitor.ts';

/** A form that is filled in and ready to submit. */
interface Ready {
  /** Reads the typed text from the page. */
  readonly typed: () => Promise<string[]>;
  /** The recipient of the emails, and their number after the submit. */
  readonly mails: { readonly to: string; readonly count: number };
}

interface Form {
  readonly name: string;
  readonly path: `/${string}`;
  readonly button: (page: Page) => ReturnType<typeof confirmButton>;
  readonly done: (page: Page) => ReturnType<typeof heading>;
  readonly fill: (page: Page, product: Product, monitor: Monitor) => Promise<Ready>;
}

const values = (...fields: ReturnType<typeof confirmButton>[]) =>
  Promise.all(fields.map((field) => field.inputValue()));

const forms: Form[] = [
  {
    name: 'forgot password',
    path: endpoints.recoverPassword.path,
    button: recoverButton,
    done: (page) => heading(page, 'Check your email'),
    async fill(page, product) {
      const { email } = await createAccount(product);
      await page.goto('/password/forgot');
      await expectInitialFocus(page);
      await emailField(page).fill(email);
      return { typed: () => values(emailField(page)), mails: { to: email, count: 2 } };
    },
  },
  {
    name: 'reset',
    path: endpoints.resetPassword.path,
    button: resetButton,
    done: successTitle,
    async fill(page, product, monitor) {
      const { email } = await createAccount(product);
      await openLink(page, await askForLink(product, email), monitor);
      await choose(page, newPassword);
      // The emails: signup, link and notice.
      return { typed: () => values(chosenField(page), repeatField(page)), mails: { to: email, count: 3 } };
    },
  },
  {
    name: 'invitation',
    path: endpoints.acceptInvitation.path,
    button: confirmButton,
    done: successTitle,
    async fill(page, product, monitor) {
      const email = newAddress('ivo');
      await asAdmin(product).invite(email);
      await openLink(page, linkIn(await product.mailbox.next(email), '/users/confirmation').address, monitor);
      await choose(page, newPassword);
      return { typed: () => values(chosenField(page), repeatField(page)), mails: { to: email, count: 1 } };
    },
  },
  {
    name: 'signup',
    path: endpoints.signUp.path,
    button: signUpButton,
    done: (page) => heading(page, 'Check your email'),
    async fill(page) {
      const email = newAddress('nora');
      await page.goto('/signup');
      await expectInitialFocus(page);
      const fields = [ownNameField(page), companyField(page), workEmailField(page)];
      const texts = ['Nora Lind', 'Lowtide Supplies', email];
      for (const [index, field] of fields.entries()) await field.fill(texts[index] ?? '');
      return { typed: () => values(...fields), mails: { to: email, count: 1 } };
    },
  },
  {
    name: 'signup confirmation',
    path: endpoints.confirmSignUp.path,
    button: confirmButton,
    // Another browser has signed up, so this one is not signed in.
    done: emailField,
    async fill(page, product, monitor) {
      const email = newAddress('nora');
      await call(product, endpoints.signUp, { email, name: 'Nora Lind', companyName: 'Lowtide Supplies' });
      await openLink(page, linkIn(await product.mailbox.next(email), '/signup/confirm').address, monitor);
      await choose(page, newPassword);
      return { typed: () => values(chosenField(page), repeatField(page)), mails: { to: email, count: 1 } };
    },
  },
];

for (const { name, path, button, done, fill } of forms) {
  test(`${name}: a double click and Enter make one call and one mail`, async ({ page, product, monitor }) => {
    const { mails } = await fill(page, product, monitor);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      await promise;
      await route.continue();
    });
    await button(page).dblclick();
    await page.keyboard.press('Enter');
    await expect(button(page)).toHaveAttribute('aria-busy', 'true');
    resolve();
    await expect(done(page)).toBeVisible();
    expect(monitor.calls({ path })).toBe(1);
    await expect.poll(async () => (await product.mailbox.mails(mails.to)).length).toBe(mails.count);
  });

  test(`${name}: a lost connection shows an error, the typed text stays, and a retry works`, async ({
    page,
    context,
    product,
    monitor,
  }) => {
    monitor.mayFail();
    const { typed, mails } = await fill(page, product, monitor);
    const before = await typed();
    await context.setOffline(true);
    await button(page).click();
    await expect(errorMessage(page, 'Connection lost. Please check your internet connection.')).toBeVisible();
    expect(await typed()).toEqual(before);
    await expect(button(page)).toBeEnabled();
    await context.setOffline(false);
    await button(page).click();
    await expect(done(page)).toBeVisible();
    await expect.poll(async () => (await product.mailbox.mails(mails.to)).length).toBe(mails.count);
  });

  test(`${name}: a lost answer has no effect on a second submit`, async ({ page, product, monitor }) => {
    monitor.mayFail();
    const { mails } = await fill(page, product, monitor);
    let lost = false;
    await page.route(`**${path}`, async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    const words = errorMessage(page, 'Connection lost. Please check your internet connection.');
    await button(page).click();
    // Either the app repeats the call, or it shows an error and the person submits again.
    await expect(done(page).or(words).first()).toBeVisible();
    if (await words.isVisible()) await button(page).click();
    await expect(done(page)).toBeVisible();
    await expect.poll(async () => (await product.mailbox.mails(mails.to)).length).toBe(mails.count);
  });
}

test('email change: a double click on Confirm is one post, and one notice to the old address', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createColleague(product);
  const moved = newAddress('vera-moved');
  await asAdmin(product).requestEmailChange(vera.email, moved);
  await openLink(page, linkIn(await product.mailbox.next(moved), emailChangePath).address, monitor);
  await confirmButton(page).dblclick();
  await expect(heading(page, 'Your email address has been changed')).toBeVisible();
  await product.mailbox.next(vera.email);
  await product.mailbox.next(vera.email);
  // The emails: signup, request and notice.
  expect(await product.mailbox.mails(vera.email)).toHaveLength(3);
});
