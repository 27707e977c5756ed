/** The canary test in the browser (threat D11), with error reports: sign-in by password and code, and a reset. */
import { endpoints } from '@app/contract/calls/endpoints.ts';
import type { Page } from '@playwright/test';

import { choose, recoverButton, resetButton } from '@app/testing/screens/account-screens.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import type { ReportIntake } from '@app/testing/browser/report-intake.ts';
import { expect, test } from '@app/testing/browser/reporting-product.ts';
import { watchSecrets } from '@app/testing/browser/secret-watch.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import {
  codeField,
  emailField,
  loginButton,
  passwordField,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';

const words = 'broken on purpose by the canary';

/** What a careless program says: errors, rejections and lines of the console, with all that the page knows. */
const failCarelessly = (page: Page, deep: Record<string, unknown>): Promise<void> =>
  page.evaluate(
    ([said, given]) => {
      console.error(said, given, JSON.stringify(given), document.cookie);
      console.warn(said, `at ${location.origin}/reset?code=${String(given['password'])}#id_token=x`, [
        [[given]],
      ]);
      setTimeout(() => {
        throw Object.assign(new Error(`${said}: Cookie: ${document.cookie}`), { response: given });
      });
      void Promise.reject(
        Object.assign(new Error(said), { config: { headers: given, body: JSON.stringify(given) } }),
      );
    },
    [words, deep] as const,
  );

/** Leaves the page as a person does, so that everything that waits is sent. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

const partsOf = (intake: ReportIntake) =>
  new Map([
    ['envelopes', intake.wire()],
    ['events of the replay', JSON.stringify(intake.items('replay_recording').map(({ payload }) => payload))],
  ]);

test('D11: a sign-in and a reset leave no secret in beacons, reports, replay and log', async ({
  page,
  product,
  hosts,
  monitor,
  intake,
}) => {
  monitor.mayVisit(intake.origin);
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  monitor.mayLog(new RegExp(words));
  const watch = await watchSecrets(page.context());
  const { email, password } = await createAccount({ ...product, url: hosts.serviceUrl });
  await page.goto('/login');
  await emailField(page).fill(email);
  await passwordField(page).pressSequentially(watch.secrets.plantWord('wrong password'));
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await passwordField(page).fill(watch.secrets.learn('password', password));
  await failCarelessly(page, watch.deep('login page'));
  await loginButton(page).click();
  await codeField(page).fill(await product.mailbox.nextCode(email));
  await expect(successTitle(page)).toBeVisible();
  await failCarelessly(page, watch.deep('success page'));
  await hide(page);
  await page.context().clearCookies();

  await page.goto('/password/forgot');
  await emailField(page).fill(email);
  await recoverButton(page).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(await product.mailbox.next(email), '/password/reset');
  watch.secrets.learn('token of the link', link.token);
  await openLink(page, link.address, monitor);
  await failCarelessly(page, watch.deep('reset page'));
  await choose(page, watch.secrets.plant('new password'));
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();
  await hide(page);

  const lines = () => product.output().split(words).length;
  await expect.poll(lines).toBeGreaterThan(6);
  await expect.poll(() => intake.items('replay_recording').length).toBeGreaterThan(0);
  await expect.poll(() => intake.items('event').length).toBeGreaterThan(2);
  const places = new Map([...partsOf(intake), ['log', product.output()]]);
  const { found } = await watch.hunt(places);
  expect(found).toEqual([]);
  expect(intake.faults()).toEqual([]);

  // The hunt finds what leaks: a text without a name, which nothing can know for a secret.
  const leaked = watch.secrets.plantWord('leak on purpose');
  await page.evaluate(([said, text]) => console.error(said, `leak ${text}`), [words, leaked] as const);
  await hide(page);
  await expect.poll(() => product.output()).toContain(leaked);
  const again = await watch.hunt(new Map([['log', product.output()]]));
  expect(again.found.join('\n')).toMatch(/log: leak on purpose/);
});
