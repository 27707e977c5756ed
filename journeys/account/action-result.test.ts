import { expect, test } from '@app/testing/browser/browser-test.ts';
import { loginButton } from '@app/testing/screens/sign-in-screens.ts';

const changed = 'Your email address has been changed';

test('the result of an action is read, and leads to login', async ({ page }) => {
  await page.goto('/action_result?result=success');
  await expect(page.getByText(changed, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(1);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(loginButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('an unknown result shows the text for unknown results, and not its value', async ({ page }) => {
  const odd = ['', '?result=', '?result=SUCCESS', '?result=success&result=ttl', '?result=%3Cb%3Ehi', '?x=1'];
  const words: string[] = [];
  for (const search of odd) {
    await page.goto(`/action_result${search}`);
    words.push(await page.getByRole('heading', { level: 1 }).innerText());
    await expect(page.getByText('<b>hi')).toHaveCount(0);
  }
  // The first of two values counts, as everywhere in an address.
  expect(words).toEqual(['Oh oh...', 'Oh oh...', 'Oh oh...', changed, 'Oh oh...', 'Oh oh...']);
});
