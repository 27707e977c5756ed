/** The company's own sign-in page does not open: the way back is the browser's alone, and says what to do. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { awake } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { emailField, sam, sessionCookies, successTitle } from '@app/testing/screens/sign-in-screens.ts';
import { goOn, openSsoForm, pickAtCompany } from '@app/testing/screens/provider-screens.ts';
import type { Watch } from '@app/testing/browser/monitor.ts';
import { wordsOf } from '@app/testing/product/texts.ts';

const words = wordsOf('sso.cameBack');
const start = /\/auth\/v1\/saml\/[^/]+\/login\?/;
const notice = (page: Page) => page.getByRole('status').filter({ hasText: words });

/** A port of this machine that nothing listens at. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** From now on the service sends people to where the company's provider would be, and nothing listens. */
async function shutTheProvider(page: Page, watched: Watch): Promise<void> {
  const port = await closedPort();
  await page.route(start, async (route) => {
    const started = await route.fetch({ maxRedirects: 0 });
    const there = new URL(started.headers()['location'] ?? '');
    there.port = port;
    watched.mayVisit(there.origin);
    await route.fulfill({ status: 302, headers: { location: there.href } });
  });
}

test('who comes back from a page that did not open reads so, and gets in once it does', async ({
  page,
  watched,
}) => {
  watched.mayFail();
  await shutTheProvider(page, watched);
  await openSsoForm(page);
  await emailField(page).fill(sam);
  for (const attempt of [1, 2]) {
    await goOn(page);
    await expect(page).toHaveURL('chrome-error://chromewebdata/');
    await page.goBack();
    await expect(notice(page), `attempt ${attempt}`).toBeFocused();
    await expect(notice(page)).toHaveCount(1);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(emailField(page)).toHaveValue(sam);
  }

  // Said once: the same page loaded again is an ordinary one.
  await page.reload();
  await awake(page);
  await expect(emailField(page)).toBeFocused();
  await expect(notice(page)).toHaveCount(0);

  await page.unroute(start);
  watched.mayReturn('/login/sso');
  await goOn(page);
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
  expect(await sessionCookies(page)).toEqual(['id_token', 'refresh_token']);
  expect(watched.calls(endpoints.signInWithSsoCode)).toBe(1);
});

test('who turns round at the company’s page reads the same, and may go forward to it again', async ({
  page,
  watched,
}) => {
  await openSsoForm(page);
  await emailField(page).fill(sam);
  await goOn(page);
  const picks = page.getByRole('heading', { name: 'Pick an account' });
  await expect(picks).toBeVisible();
  await page.goBack();
  await expect(notice(page)).toBeFocused();
  await page.goForward();
  await expect(picks).toBeVisible();
  watched.mayReturn('/login/sso');
  await pickAtCompany(page, sam);
  await expect(successTitle(page)).toBeVisible();
});
