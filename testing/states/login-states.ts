/** The states of the login, loading and success screens. */
import { expect, type Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { waitForHydration } from '#browser/hydration.ts';
import { mockCall, refusal, type MockResponse } from '#browser/mock-responses.ts';
import {
  ben,
  emailField,
  errorMessage,
  gina,
  logIn,
  loginButton,
  passwordField,
  sam,
  successTitle,
} from '#screens/sign-in-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

const { signInWithPassword } = endpoints;

/** Opens the login page and waits for hydration. */
export async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(loginButton(page)).toBeVisible();
  await waitForHydration(page);
}

/** Selects every language once, so that its texts are loaded before the connection is cut. */
export async function readAllLanguages(page: Page): Promise<void> {
  for (const language of [...languages.filter((each) => each !== 'en'), 'en']) {
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
  }
}

const login = (
  state: string,
  reach: (scene: Scene) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({ screen: 'login', state, reach, ...more });

/** The login form after a mock response. */
const answered = (state: string, what: MockResponse, words: string): ScreenState =>
  login(state, async (scene) => {
    await mockCall(scene, signInWithPassword, what);
    await openLogin(scene.page);
    await logIn(scene.page, ben);
    await expect(errorMessage(scene.page, words)).toBeVisible();
  });

/** The screen that follows a refusal of every password for the account. */
async function refusedFor(
  scene: Scene,
  name: 'unknownDevice' | 'renewalRequired',
  title: string,
): Promise<void> {
  await mockCall(scene, signInWithPassword, refusal(name));
  await openLogin(scene.page);
  await logIn(scene.page, ben);
  await expect(scene.page.getByRole('heading', { name: translation(title) })).toBeVisible();
}

/** The login form after the service's own 403. */
const configured = (state: string, email: string, key: string): ScreenState =>
  login(state, async ({ page, monitor }) => {
    monitor.mayAnswer(403, signInWithPassword);
    await openLogin(page);
    await logIn(page, email);
    await expect(errorMessage(page, translation(key))).toBeVisible();
  });

export const loginStates: readonly ScreenState[] = [
  login('empty', ({ page }) => openLogin(page), { main: true }),
  login('required fields', async ({ page }) => {
    await openLogin(page);
    await loginButton(page).click();
    await expect(page.getByText(translation('fields.required'))).toHaveCount(2);
  }),
  login('unreadable email, password shown', async ({ page }) => {
    await openLogin(page);
    await emailField(page).fill('ada@');
    await passwordField(page).fill('x');
    await loginButton(page).click();
    await expect(page.getByText(translation('fields.email'))).toBeVisible();
    await page.getByRole('button', { name: translation('login.showPassword') }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
  }),
  login('address of a company with single sign-on', async ({ page }) => {
    await openLogin(page);
    await waitForHydration(page);
    await emailField(page).fill(sam);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: translation('login.offerSso') })).toBeVisible();
  }),
  login('submitting', async (scene) => {
    await mockCall(scene, signInWithPassword, 'held');
    await openLogin(scene.page);
    await logIn(scene.page, ben);
    await expect(loginButton(scene.page)).toHaveAttribute('aria-busy', 'true');
  }),
  login('wrong password', async ({ page, monitor }) => {
    monitor.mayAnswer(401, signInWithPassword);
    await openLogin(page);
    await logIn(page, 'nobody@northline.test');
    await expect(errorMessage(page, translation('errors.credentials'))).toBeVisible();
  }),
  configured('account set to Google', gina, 'errors.strategyGoogle'),
  configured('account set to SSO', sam, 'errors.strategySaml'),
  answered(
    'account set to password',
    refusal('strategy', { message: 'This account signs in with email and password.' }),
    translation('errors.strategyPassword'),
  ),
  login('unknown device', (scene) => refusedFor(scene, 'unknownDevice', 'device.title')),
  login('device link sent', async (scene) => {
    await refusedFor(scene, 'unknownDevice', 'device.title');
    await scene.page.getByRole('button', { name: translation('device.send') }).click();
    await expect(scene.page.getByRole('heading', { name: translation('account.checkEmail') })).toBeVisible();
  }),
  login('password to be renewed', (scene) => refusedFor(scene, 'renewalRequired', 'newPassword.title')),
  answered('not permitted', refusal('forbidden'), translation('errors.forbidden')),
  answered(
    'invalid value at a field',
    refusal('invalid', { fields: { email: ['is_invalid'] } }),
    translation('fields.invalid'),
  ),
  answered('invalid data', refusal('invalid'), translation('errors.invalid')),
  answered(
    'too many requests, wait in seconds',
    refusal('rateLimited', { retryAfter: '45' }),
    translation('wait.tooMany', 'en', { time: '45 seconds' }),
  ),
  answered(
    'too many requests, wait in minutes',
    refusal('rateLimited', { retryAfter: '900' }),
    translation('wait.tooMany', 'en', { time: '15 minutes' }),
  ),
  answered('gateway timeout', { status: 504, body: '' }, translation('errors.timeout')),
  answered('unknown error', refusal('unknown'), translation('errors.unknown')),
  answered('connection lost', 'lost', translation('errors.network')),
  login('offline', async ({ page, monitor }) => {
    monitor.mayFail();
    await openLogin(page);
    await readAllLanguages(page);
    await page.context().setOffline(true);
    await expect(page.getByText(translation('errors.network'))).toBeVisible();
  }),
  login('session expired', async ({ page, product, monitor }) => {
    monitor.mayAnswer(401, endpoints.refreshTokens);
    await page.context().addCookies([
      { name: 'refresh_token', value: 'a'.repeat(43), url: product.url },
      { name: 'refresh_token_expiration_date', value: '4102444800', url: product.url },
    ]);
    await page.goto('/login');
    await expect(page.getByText(translation('errors.sessionExpired'))).toBeVisible();
  }),
  login(
    'session not kept by the browser',
    async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
      });
      await openLogin(page);
      await logIn(page, ben);
      await expect(errorMessage(page, translation('errors.notStored'))).toBeVisible();
    },
    { ownPage: true },
  ),
  login('last used method', async ({ page }) => {
    await openLogin(page);
    await logIn(page, ben);
    await page.getByRole('button', { name: translation('success.logOut') }).click();
    await expect(page.getByText(translation('login.lastUsed'))).toBeVisible();
  }),
  login('critical toast', async ({ page }) => {
    await page.goto('/login?error=unknown');
    await expect(page.getByRole('region').getByText(translation('errors.unknown'))).toBeVisible();
    await page.getByRole('region', { name: translation('notices.region') }).hover();
  }),
  login('critical toast after a redirect', async ({ page }) => {
    await page.goto('/status?error=too-many-requests');
    await expect(page.getByRole('region').getByText(translation('notices.redirected'))).toBeVisible();
    await page.getByRole('region', { name: translation('notices.region') }).hover();
  }),
  {
    screen: 'loading',
    state: 'waiting for the script',
    byAddress: true,
    reach: async ({ page, product }, language) => {
      await page.route('**/*.js', () => {});
      await page.context().addCookies([{ name: 'id_token', value: 'not-yet-read', url: product.url }]);
      await page.goto(`/login?lng=${language}`, { waitUntil: 'commit' });
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    screen: 'success',
    state: 'signed in',
    main: true,
    reach: async ({ page }) => {
      await openLogin(page);
      await logIn(page, ben);
      await expect(successTitle(page)).toBeVisible();
    },
  },
];
