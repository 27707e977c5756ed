import { seconds } from '@app/contract/fields/durations.ts';

import { heading } from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';

/** The path from which the page gets the health of the services. */
const health = { path: '/healthz/services' } as const;
const services = ['Identity service', 'Login service', 'Company dashboard', 'Workspace app'];
/** The list item of one service. */
const line = (page: Parameters<typeof heading>[0], name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

test('the status shows the version and that each service works', async ({ page }) => {
  await page.goto('/status');
  await expect(heading(page, 'Status')).toBeVisible();
  for (const name of services) await expect(line(page, name)).toContainText('Working');
  await expect(page.getByText('All services are working.')).toBeVisible();
  await expect(page.getByText('1.9.0')).toBeVisible();
});

test('the status refreshes itself and on request, and shows an error when nothing answers', async ({
  page,
  time,
  monitor,
}) => {
  monitor.mayFail();
  await page.goto('/status');
  await expect(page.getByText('All services are working.')).toBeVisible();
  const looked = monitor.calls(health);
  await time.pass(seconds(16));
  await expect.poll(() => monitor.calls(health)).toBeGreaterThan(looked);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(
    page.getByText('Connection lost. Please check your internet connection.').first(),
  ).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('All services are working.')).toBeVisible();
});
