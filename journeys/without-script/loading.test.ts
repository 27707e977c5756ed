import { expect, test } from '@app/testing/browser/browser-test.ts';
import { emailField, loginButton, signIn, successTitle } from '@app/testing/screens/sign-in-screens.ts';

test('a person who may be signed in sees the loading screen until the session is checked, not the form', async ({
  page,
  context,
  product,
}) => {
  await signIn(page, product.mailbox);
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('status').locator('*').first()).toBeVisible();
  await expect(emailField(page)).toHaveCount(0);
  resolve();
  await expect(successTitle(page)).toBeVisible();
});

test('an invalid session cookie leads to the form', async ({ page, context, product }) => {
  await context.addCookies([{ name: 'id_token', value: 'not-a-token', url: product.url }]);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
});

test('a second session cookie, planted by a sibling host, counts as signed out', async ({
  page,
  context,
  product,
}) => {
  await signIn(page, product.mailbox);
  const [own] = (await context.cookies()).filter(({ name }) => name.endsWith('id_token'));
  if (!own) throw new Error('no id token was stored');
  await context.addCookies([
    { name: own.name, value: 'planted', domain: 'localhost', path: '/login', secure: true, sameSite: 'None' },
  ]);
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await expect(successTitle(page)).toBeHidden();
  expect(
    (await context.cookies(`${product.url}/login`)).filter(({ name }) => name === own.name),
  ).toHaveLength(0);
});
