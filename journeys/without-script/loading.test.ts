import { expect, test } from '@app/testing/browser/browser-test.ts';
import { signInBrowser } from '@app/testing/product/dashboard-session.ts';
import { emailField, loginButton, successTitle } from '@app/testing/screens/sign-in-screens.ts';

import { holdScripts } from '@app/testing/browser/block-scripts.ts';

test('a person who may be signed in sees the loading screen until the session is checked, and a planted cookie counts as signed out', async ({
  page,
  context,
  product,
}) => {
  await signInBrowser(context, product);
  const releaseScripts = await holdScripts(context);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('status').locator('*').first()).toBeVisible();
  await expect(emailField(page)).toHaveCount(0);
  releaseScripts();
  await expect(successTitle(page)).toBeVisible();

  // As a sibling host plants it: the same name on another path.
  const [own] = (await context.cookies()).filter(({ name }) => name.endsWith('id_token'));
  if (!own) throw new Error('no id token was stored');
  await context.addCookies([
    { name: own.name, value: 'planted', domain: 'localhost', path: '/login', secure: true, sameSite: 'None' },
  ]);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await expect(successTitle(page)).toBeHidden();
  const ofThisName = async () =>
    (await context.cookies(`${product.url}/login`)).filter(({ name }) => name === own.name);
  await expect.poll(ofThisName, { message: 'the planted cookie and the own one are deleted' }).toEqual([]);

  // One that no service has written leads to the form too.
  await context.addCookies([{ name: 'id_token', value: 'not-a-token', url: product.url }]);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
});
