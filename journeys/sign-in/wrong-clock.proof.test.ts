import { endpoints } from '@app/contract/calls/endpoints.ts';
import { minutes, seconds } from '@app/contract/fields/durations.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { ben, logIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';

// Tokens live for 15 minutes, so by this clock each has ended when it comes.
test('with a clock 16 minutes ahead both apps stay signed in, and refresh no more often than with a right one', async ({
  page,
  context,
  product,
  monitor,
}) => {
  await context.clock.install({ time: (await product.now()) + minutes(16) });
  /** Lets a minute pass in the browser, and answers its requests of that minute. */
  const aMinute = async (): Promise<void> => {
    for (let second = 0; second < 60; second += 5) {
      await context.clock.runFor(seconds(5));
      await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    }
  };
  await page.goto('/login');
  await logIn(page, ben);
  await expect(successTitle(page)).toBeVisible();
  await aMinute();
  await page.goto('/login');
  await expect(successTitle(page)).toBeVisible();
  await aMinute();
  const signIn = monitor.calls(endpoints.refreshTokens);

  await page.goto('/dashboard/me');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await aMinute();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  const dashboard = monitor.calls(endpoints.refreshTokens) - signIn;
  expect(signIn).toBeLessThanOrEqual(1);
  expect(dashboard).toBeLessThanOrEqual(2);
});
