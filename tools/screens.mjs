/** How to reach each screen of the sign-in app in the started product, for the pictures. */

const password = 'Kestrel-Harbour-27!';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Name of the picture → the way to the screen. A screen is reached once and then shown in every language.
 *
 * @type {Record<string, (page: Page, url: string) => Promise<void>>}
 */
export const screens = {
  login: async (page, url) => {
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  },
  'login-invalid': async (page, url) => {
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
    await page.locator('[name=email]').fill('ada@northline');
    await page.locator('[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
  },
  'login-refused': async (page, url) => {
    await logIn(page, url, 'nobody@northline.test', 'Not-The-Password-1!');
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  },
  code: async (page, url) => {
    await logIn(page, url, 'ada@northline.test', password);
    await page.locator('[name=code]').waitFor();
  },
  'code-refused': async (page, url) => {
    await logIn(page, url, 'ada@northline.test', password);
    await page.locator('[name=code]').fill('000000');
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  },
  success: async (page, url) => {
    await logIn(page, url, 'ben@northline.test', password);
    await page.waitForURL('**/login/success');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};

/**
 * @param {Page} page
 * @param {string} url
 * @param {string} email
 * @param {string} typed
 */
async function logIn(page, url, email, typed) {
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(typed);
  await page.locator('[type=submit]').click();
}
