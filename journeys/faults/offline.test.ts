import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ada,
  codeField,
  codeTitle,
  emailField,
  logIn,
  loginButton,
  password,
  passwordField,
  successTitle,
  verifyButton,
} from '@app/testing/screens/sign-in-screens.ts';

const lost = 'Connection lost. Please check your internet connection.';

test(
  'going offline shows an error, keeps the typed text, and the form works once online',
  { tag: ['@engines', '@offline'] },
  async ({ page, context, product, monitor }) => {
    monitor.mayFail();
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    await context.setOffline(true);
    await logIn(page, ada);
    await expect(page.getByText(lost).first()).toBeVisible();
    // Wait for the end of this try; otherwise the connection returns in the middle of it.
    await expect(loginButton(page)).toBeEnabled();
    await expect(emailField(page)).toHaveValue(ada);
    await expect(passwordField(page)).toHaveValue(password);

    await context.setOffline(false);
    await loginButton(page).click();
    await expect(codeTitle(page)).toBeVisible();
    await expect(page.getByText(lost)).toHaveCount(0);

    const code = await product.mailbox.nextCode(ada);
    await context.setOffline(true);
    await codeField(page).fill(code);
    await expect(page.getByText(lost).first()).toBeVisible();
    await expect(codeField(page)).toHaveValue(new RegExp(code.split('').join('\\s?')));
    await expect(verifyButton(page)).toBeEnabled();
    await context.setOffline(false);
    await verifyButton(page).click();
    await expect(successTitle(page)).toBeVisible();
    expect(await product.mailbox.mails(ada)).toHaveLength(1);
  },
);

test('a lost answer counts no try and sends no second mail', async ({ page, product, monitor }) => {
  monitor.mayFail();
  await page.goto('/login');
  let lostOnce = false;
  await page.route(`**${endpoints.signInWithPassword.path}`, async (route) => {
    if (lostOnce) return route.continue();
    lostOnce = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await logIn(page, ada);
  // Either the app repeats the call, or it shows an error and the person presses Login again.
  await expect(codeTitle(page).or(page.getByText(lost)).first()).toBeVisible();
  if (await page.getByText(lost).first().isVisible()) await loginButton(page).click();
  await expect(codeTitle(page)).toBeVisible();
  await codeField(page).fill(await product.mailbox.nextCode(ada));
  await expect(successTitle(page)).toBeVisible();
  expect(await product.mailbox.mails(ada)).toHaveLength(1);
});
