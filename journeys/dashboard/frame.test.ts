import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { signIn } from '@app/testing/screens/sign-in-screens.ts';

import { look } from '#accessibility/axe.ts';

test('nothing moves at the start, and keys and links go to areas without a page load', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openDashboard(page, product, { path: '/nothing' });
  // Kept by this load of the page alone.
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  const sum = shifts.reduce((total, each) => total + each, 0);
  expect(sum).toBeLessThan(0.05);
  await page.evaluate(() => Object.assign(globalThis, { sameLoad: true }));

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await expect(keys).toContainText('Go to My account');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const title = page.getByRole('heading', { level: 1, name: 'My account' });
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL('/dashboard/me');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('My account – Dashboard – Northline');

  // None fires while the person types.
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('');
  await name.pressSequentially('g p?');
  await expect(name).toHaveValue('g p?');
  await expect(page).toHaveURL('/dashboard/me');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.goForward();
  await expect(title).toBeVisible();
  await page.goBack();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My account' });
  await link.click();
  await expect(title).toBeFocused();
  await expect(link).toHaveAttribute('aria-current', 'page');
  expect(await page.evaluate(() => 'sameLoad' in globalThis)).toBe(true);
});

test('language, appearance and width of the navigation are chosen once and are in the first picture', async ({
  page,
  product,
  request,
}) => {
  await openDashboard(page, product, { path: '/nothing' });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('menuitem', { name: 'Darstellung' }).click();
  await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Navigation einklappen' }).click();

  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const html = await (await request.get('/dashboard', { headers: { cookie: cookies } })).text();
  expect(html).toContain('<html lang="de" data-theme="dark" data-navigation="collapsed">');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Navigation ausklappen' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});

test('the success screen has loaded the dashboard, which then takes its script from the cache', async ({
  page,
  product,
}) => {
  const files: string[] = [];
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (/^\/dashboard\/assets\/main-.*\.(js|css)$/.test(path)) files.push(path);
  });
  await signIn(page, product.mailbox);
  await expect.poll(() => files.length).toBe(2);
  await page.getByRole('link', { name: 'Open Dashboard' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/dashboard\/assets\/main-.*\.(js|css)$/.test(name))
      .map(({ transferSize }) => transferSize),
  );
  expect(fetched).toEqual([0, 0]);
});

/** The areas with their headings. */
const areas = {
  overview: 'Overview',
  people: 'People',
  invitations: 'Invitations',
  'invitations/new': 'Invite people',
  'single-sign-on': 'Single sign-on',
  'second-step': 'Two-step verification',
  'sign-in-log': 'Login log',
  'audit-log': 'Audit log',
  me: 'My account',
};

test('each area is accessible on a phone', async ({ page, product }) => {
  const findings: string[] = [];
  await page.setViewportSize({ width: 320, height: 640 });
  await openDashboard(page, product, { path: '/me' });
  for (const [area, name] of Object.entries(areas)) {
    // As a link of the dashboard does.
    await page.evaluate((address) => history.pushState(null, '', address), `/dashboard/${area}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const { findings: found, sideways } of await look(page)) {
      findings.push(...found.map((each) => `${area}: ${each}`));
      if (sideways > 0) findings.push(`${area}: scrolls sideways by ${sideways}`);
    }
  }
  expect(findings).toEqual([]);
});
