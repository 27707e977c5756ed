/** Walks every step of spec §4 in the browser, and finds it in the service's log: from the app and from the service. */
import { seconds } from '@app/contract/fields/durations.ts';
import { flowSteps, type FlowStep } from '@app/contract/fields/vocabulary.ts';

import { choose, confirmButton, recoverButton, resetButton } from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { addVirtualAuthenticator } from '@app/testing/browser/virtual-authenticator.ts';
import { createAccount, newPassword } from '@app/testing/product/accounts.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { newAddress } from '@app/testing/product/mailed-links.ts';
import { accountOf, goToCompany, goToGoogle, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import {
  ada,
  codeField,
  emailField,
  gina,
  logInToCodeStep,
  logOut,
  resendButton,
  sam,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import type { Product } from '@app/testing/product/start-product.ts';

interface Line {
  readonly category?: string;
  /** The service's own. */
  readonly step?: string;
  /** The app that sent it. */
  readonly source?: string;
  readonly roles?: readonly string[];
  readonly properties?: { readonly step?: string; readonly outcome?: string };
}

const linesOf = (product: Product): Line[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as Line);

/** A step that only the app begins: it leaves for Google's page, and the service learns of it through the log. */
const ofTheAppAlone: readonly FlowStep[] = ['google.init'];

test('each step of a sign-in is in the log, by the app and by the service', async ({
  page,
  product,
  time,
  monitor,
}) => {
  await logInToCodeStep(page, product.mailbox);
  await time.pass(seconds(61));
  await resendButton(page).click();
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  // The roles of the signed-in person, which are only in the log.
  await expect
    .poll(() =>
      linesOf(product).some(({ source, roles }) => source === 'sign-in' && roles?.includes('Admin')),
    )
    .toBe(true);
  await logOut(page);

  monitor.mayReturn('/login');
  await goToGoogle(page);
  await accountOf(page, gina).click();
  await expect(successTitle(page)).toBeVisible();
  await logOut(page);

  monitor.mayReturn('/login/sso');
  await goToCompany(page, sam);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  await page.context().clearCookies();

  await page.goto('/password/forgot');
  const { email } = await createAccount(product);
  await emailField(page).fill(email);
  await recoverButton(page).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openLink(page, linkIn(await product.mailbox.next(email), '/password/reset').address, monitor);
  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await page.context().clearCookies();

  const ivo = newAddress('ivo');
  await asAdmin(product).invite(ivo);
  await openLink(page, linkIn(await product.mailbox.next(ivo), '/users/confirmation').address, monitor);
  await choose(page, newPassword);
  await confirmButton(page).click();
  await expect(successTitle(page)).toBeVisible();

  await addVirtualAuthenticator(page);
  await page.goto('/dashboard/me');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(successTitle(page)).toBeVisible();

  /** The steps that the log has, and of those that a call answers also the answer. */
  const found = () => {
    const lines = linesOf(product).filter(({ category }) => category === 'authentication');
    const ofApp = lines.flatMap(({ source, properties }) => (source === 'sign-in' ? [properties?.step] : []));
    const ofService = lines.flatMap(({ source, step }) => (source === undefined && step ? [step] : []));
    return flowSteps.map((step) => [step, ofApp.includes(step), ofService.includes(step)]);
  };
  await expect.poll(found).toEqual(flowSteps.map((step) => [step, true, !ofTheAppAlone.includes(step)]));

  const lines = linesOf(product);
  const others = new Set(
    lines.flatMap(({ category, step }) => (category === 'authentication' && step ? [step] : [])),
  );
  expect([...others].filter((step) => !(flowSteps as readonly string[]).includes(step))).toEqual([]);
});

test('an error that nobody caught is in the log, without the password that it quotes', async ({
  page,
  product,
  monitor,
}) => {
  const secret = `Wren-Lantern-${process.pid}!`;
  // The product serves other journeys too, whose pages log other errors.
  const words = 'broken on purpose by the journey of the log';
  monitor.mayLog(new RegExp(words));
  await page.goto('/login');
  await page.evaluate(
    ([words, password]) => {
      setTimeout(() => {
        throw Object.assign(new Error(`${words} at /reset?token=${password}`), { password });
      });
      console.error(words, { nested: JSON.stringify({ newPassword: password }) });
    },
    [words, secret],
  );
  const ofPage = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"category":"page"') && line.includes(words));
  await expect.poll(() => ofPage().length).toBe(2);
  expect(ofPage().join('')).toContain(`${words} at /reset`);
  expect(product.output()).not.toContain(secret);
});
