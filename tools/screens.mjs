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
  ...Object.fromEntries(
    ['google', 'saml'].map((method) => [
      `login-last-used-${method}`,
      async (/** @type {Page} */ page, /** @type {string} */ url) => {
        await page.addInitScript((last) => localStorage.setItem('last_strategy', last), method);
        await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
      },
    ]),
  ),
  'login-unknown-device': async (page, url) => {
    await refuseSignIn(page, url, 'unknownDevice', 429);
  },
  'login-device-link-sent': async (page, url) => {
    await refuseSignIn(page, url, 'unknownDevice', 429);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  },
  'login-renewal': async (page, url) => {
    await refuseSignIn(page, url, 'renewalRequired', 403);
  },
  'device-link': async (page, url) => {
    const email = 'marc@northline.test';
    await call(url, '/auth/v2/users/session/device-link', { email });
    await page.goto(`${await mailedLink(url, email, '/login/device')}&lng=en`.replace('&lng=fr', ''), {
      waitUntil: 'networkidle',
    });
    await page.locator('[type=submit]').waitFor();
  },
  sso: openSsoForm,
  'sso-refused': async (page, url) => {
    await page.goto(`${url}/login?error=sso-unknown-user`, { waitUntil: 'networkidle' });
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  },
  'sso-without-answer': async (page, url) => {
    await openSsoForm(page, url);
    await page.locator('[name=email]').fill('sam@northline-sso.test');
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: 'Pick an account' }).waitFor();
    await page.goBack();
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
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
  toasts: async (page, url) => {
    await page.goto(`${url}/status?error=link-expired`, { waitUntil: 'networkidle' });
    // Held by the pointer, the one that would leave stays for the picture.
    await page.getByRole('region', { name: 'Notifications' }).hover();
  },
  forgot: async (page, url) => {
    await page.goto(`${url}/password/forgot`, { waitUntil: 'networkidle' });
  },
  'forgot-sent': async (page, url) => {
    await page.goto(`${url}/password/forgot`, { waitUntil: 'networkidle' });
    await page.locator('[name=email]').fill('ada@northline.test');
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  },
  reset: async (page, url) => {
    await page.goto(await resetLink(url), { waitUntil: 'networkidle' });
    await page.locator('[name=password]').fill('kestrel7');
    await page.locator('[name=passwordConfirmation]').waitFor();
  },
  'reset-invalid': async (page, url) => {
    await page.goto(await resetLink(url), { waitUntil: 'networkidle' });
    await page.locator('[name=password]').fill('kestrel7');
    await page.locator('[name=passwordConfirmation]').fill('another');
    await page.locator('[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
  },
  'reset-link-unknown': async (page, url) => {
    await page.goto(`${url}/password/reset`, { waitUntil: 'networkidle' });
  },
  invitation: async (page, url) => {
    const email = `guest-${Date.now()}@northline.test`;
    await askDesk(url, { action: 'invite', name: 'Ivo Lindgren', email, language: 'en' });
    await page.goto(await mailedLink(url, email, '/users/confirmation'), { waitUntil: 'networkidle' });
    await page.locator('[name=passwordConfirmation]').waitFor();
  },
  'sign-up': async (page, url) => {
    await page.goto(`${url}/signup`, { waitUntil: 'networkidle' });
  },
  'sign-up-confirm': async (page, url) => {
    const email = `founder-${Date.now()}@northline.test`;
    const account = { email, companyName: 'Fjordline Ferries', password, passwordConfirmation: password };
    await call(url, '/auth/v2/users/signup', account);
    await page.goto(await mailedLink(url, email, '/signup/confirm'), { waitUntil: 'networkidle' });
    await page.locator('[type=submit]').waitFor();
  },
  'email-change': async (page, url) => {
    const newEmail = `ben-${Date.now()}@northline.test`;
    await askDesk(url, { action: 'emailChange', email: 'ben@northline.test', newEmail });
    const path = '/auth/v1/users/email-change';
    await page.goto(await mailedLink(url, newEmail, path), { waitUntil: 'networkidle' });
    await page.locator('[type=submit]').waitFor();
  },
  ...Object.fromEntries(
    ['success', 'code_expired', 'ttl', 'unknown'].map((result) => [
      `action-result-${result}`,
      async (/** @type {Page} */ page, /** @type {string} */ url) => {
        await page.goto(`${url}/action_result?result=${result}`, { waitUntil: 'networkidle' });
      },
    ]),
  ),
  status: async (page, url) => {
    await page.goto(`${url}/status`, { waitUntil: 'networkidle' });
  },
};

/**
 * Screens that no script changes the language of: opened once in each language.
 *
 * @type {Record<string, (page: Page, url: string, language: string) => Promise<void>>}
 */
export const stillScreens = {
  'error-not-found': async (page, url, language) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${url}/no/such/page?lng=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};

/**
 * A sign-in that is refused so, which takes strangers an hour of wrong codes or a day of wrong passwords.
 *
 * @param {Page} page
 * @param {string} url
 * @param {string} name of the refusal
 * @param {number} status
 */
async function refuseSignIn(page, url, name, status) {
  await page.route('**/auth/v2/users/session', (route) =>
    route.fulfill({ status, json: { error: { name, message: name }, requestId: 'picture' } }),
  );
  await logIn(page, url, 'ada@northline.test', password);
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Welcome back' }).waitFor();
}

/** @param {string} url */
async function resetLink(url) {
  const email = 'marc@northline.test';
  await call(url, '/auth/v1/users/password/recover', { email });
  return `${await mailedLink(url, email, '/password/reset')}&lng=en`.replace('&lng=fr', '');
}

/**
 * @param {string} url
 * @param {string} path
 * @param {object} body
 */
async function call(url, path, body) {
  const headers = { 'content-type': 'application/json' };
  await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/**
 * Sends a form of the admin's desk.
 *
 * @param {string} url
 * @param {Record<string, string>} fields
 */
async function askDesk(url, fields) {
  await fetch(`${url}/stand-in/desk`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
}

/**
 * The link of the newest mail to an address; waits for it.
 *
 * @param {string} url
 * @param {string} email
 * @param {string} path of the page that it opens
 * @returns {Promise<string>}
 */
async function mailedLink(url, email, path) {
  for (;;) {
    const answer = await fetch(`${url}/mailbox/messages?to=${encodeURIComponent(email)}`);
    const mails = /** @type {{ text: string }[]} */ (await answer.json());
    const link = mails[0]?.text.match(/https?:\/\/\S+/g)?.find((one) => new URL(one).pathname === path);
    if (link !== undefined) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
}

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

/**
 * @param {Page} page
 * @param {string} url
 */
async function openSsoForm(page, url) {
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Single sign-on/ }).click();
  await page.getByText('To start, enter your work email').waitFor();
}
