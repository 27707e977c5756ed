/** The company's sign-in page does not load: the person goes back in the browser and sees what to do. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { emailField, sam, sessionCookies, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { submitSsoForm, openSsoForm, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import type { Monitor } from '@app/testing/browser/monitor.ts';
import { translation } from '@app/testing/product/texts.ts';

const words = translation('sso.cameBack');
const start = /\/auth\/v1\/saml\/[^/]+\/login\?/;
const notice = (page: Page) => page.getByRole('status').filter({ hasText: words });

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** From now on the service redirects to a provider on a port where nothing listens. */
async function takeProviderDown(page: Page, monitor: Monitor): Promise<void> {
  const port = await closedPort();
  await page.route(start, async (route) => {
    const started = await route.fetch({ maxRedirects: 0 });
    const there = new URL(started.headers()['location'] ?? '');
    there.port = port;
    monitor.mayVisit(there.origin);
    await route.fulfill({ status: 302, headers: { location: there.href } });
  });
}

test('going back from a page that did not load shows a notice, and the sign-in works once it loads', async ({
  page,
  monitor,
}) => {
  monitor.mayFail();
  await takeProviderDown(page, monitor);
  await openSsoForm(page);
  await emailField(page).fill(sam);
  for (const attempt of [1, 2]) {
    await submitSsoForm(page);
    await expect(page).toHaveURL('chrome-error://chromewebdata/');
    await page.goBack();
    await expect(notice(page), `attempt ${attempt}`).toBeFocused();
    await expect(notice(page)).toHaveCount(1);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(emailField(page)).toHaveValue(sam);
  }

  // The notice appears once: a reload shows the usual page.
  await page.reload();
  await waitForHydration(page);
  await expect(emailField(page)).toBeFocused();
  await expect(notice(page)).toHaveCount(0);

  await page.unroute(start);
  monitor.mayReturn('/login/sso');
  await submitSsoForm(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(monitor.calls(endpoints.signInWithSsoCode)).toBe(1);
});

test('going back from the company’s page shows the same notice, and going forward opens it again', async ({
  page,
  monitor,
}) => {
  await openSsoForm(page);
  await emailField(page).fill(sam);
  await submitSsoForm(page);
  const picks = page.getByRole('heading', { name: 'Pick an account' });
  await expect(picks).toBeVisible();
  await page.goBack();
  await expect(notice(page)).toBeFocused();
  await page.goForward();
  await expect(picks).toBeVisible();
  monitor.mayReturn('/login/sso');
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
});
