/** A person who comes back finds the page as it was left: no page without a secret keeps Chromium from keeping it. */
import { chromium } from '@playwright/test';

import { comeBack, withBackForwardCache } from '@app/testing/browser/back-forward-cache.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';

const paths = ['/login', '/login/sso', '/password/forgot', '/signup', '/status'];

test('the browser may keep every page that shows no secret in its back/forward cache', async ({
  product,
}) => {
  const browser = await chromium.launch({ ...launchOptions(), ...withBackForwardCache });
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    const context = await browser.newContext();
    // An answer without a page of the app, so that only the page that was left decides.
    found[path] = await comeBack(context, `${product.url}${path}`, `${product.url}/healthz`);
    await context.close();
  }
  await browser.close();
  expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
});
