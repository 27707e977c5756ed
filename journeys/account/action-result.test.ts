import { expect, test } from '@app/testing/browser/browser-test.ts';
import { loginButton } from '@app/testing/screens/sign-in-screens.ts';

const results = [
  { result: 'success', words: 'Your email address has been changed' },
  { result: 'code_expired', words: 'This link has expired. We have sent you a new link by email.' },
  { result: 'ttl', words: 'This link has expired. Ask your admin for a new email change request.' },
  {
    result: 'cancelled',
    words:
      'The email change can no longer be confirmed. If you still need it, ask your admin for a new email change request.',
  },
  { result: 'unknown', words: 'Oh oh...' },
] as const;

for (const { result, words } of results) {
  test(`${result} reads '${words}' and leads to login`, async ({ page }) => {
    await page.goto(`/action_result?result=${result}`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(1);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(loginButton(page)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
}

test('an unknown result shows the text for unknown results, and not its value', async ({ page }) => {
  const odd = ['', '?result=', '?result=SUCCESS', '?result=success&result=ttl', '?result=%3Cb%3Ehi', '?x=1'];
  const words: string[] = [];
  for (const search of odd) {
    await page.goto(`/action_result${search}`);
    words.push(await page.getByRole('heading', { level: 1 }).innerText());
    await expect(page.getByText('<b>hi')).toHaveCount(0);
  }
  // The first of two values counts, as everywhere in an address.
  expect(words).toEqual(['Oh oh...', 'Oh oh...', 'Oh oh...', results[0].words, 'Oh oh...', 'Oh oh...']);
});
