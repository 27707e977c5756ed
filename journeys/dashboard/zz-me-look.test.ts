import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard, person } from '@app/testing/product/dashboard-session.ts';

test('look', async ({ page, product }) => {
  test.setTimeout(240000);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openDashboard(page, product, { who: person, path: '/me' });
  await page.getByText('Show more').or(page.getByText(/ of /)).first().waitFor();
  await page.screenshot({ path: '/tmp/meshots/light.png', fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: '/tmp/meshots/dark.png', fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/meshots/phone.png', fullPage: true });
  await page.goto('/dashboard/me?lng=de');
  await page.getByText('Mein Konto').first().waitFor();
  await page.getByText(/ von /).first().waitFor();
  await page.screenshot({ path: '/tmp/meshots/phone-de.png', fullPage: true });
  expect(1).toBe(1);
});
