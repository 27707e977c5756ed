/** The ways in through somebody else, in their states: the form for a work email, and what is said after a return. */
import { expect, type Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { awake } from '#browser/hydration.ts';
import { answerWith, refusal, type EdgeAnswer } from '#browser/mock-responses.ts';
import { emailField, errorSaying, sam } from '#screens/sign-in-screens.ts';
import { goToCompany, openSsoForm } from '#screens/provider-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { wordsOf } from '#product/texts.ts';

const { startSso } = endpoints;
const submit = (page: Page) => page.getByRole('button', { name: wordsOf('sso.submit'), exact: true });

const sso = (
  state: string,
  reach: (scene: Scene) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({ screen: 'single sign-on', state, reach, ...more });

/** The form once it was sent with an address. */
async function send(page: Page, email: string): Promise<void> {
  await openSsoForm(page);
  await emailField(page).fill(email);
  await submit(page).click();
}

/** The form after an answer that is given at the browser's edge. */
const answered = (state: string, what: EdgeAnswer, key: string): ScreenState =>
  sso(state, async (scene) => {
    await answerWith(scene, startSso, what);
    await send(scene.page, sam);
    await expect(errorSaying(scene.page, wordsOf(key))).toBeVisible();
  });

/** What a company's sign-in page came back with, and what to do about it. */
const advice = {
  'sso-denied': 'sso.denied',
  'sso-invalid-response': 'sso.invalidResponse',
  'sso-not-configured': 'sso.notConfigured',
  'sso-unknown-user': 'sso.unknownUser',
  'sso-expired': 'sso.expired',
  'sso-error': 'sso.error',
} as const;

export const providerStates: readonly ScreenState[] = [
  sso('empty', ({ page }) => openSsoForm(page), { main: true }),
  sso('required field', async ({ page }) => {
    await openSsoForm(page);
    await submit(page).click();
    await expect(page.getByText(wordsOf('fields.required'))).toBeVisible();
  }),
  sso('unreadable email', async ({ page }) => {
    await send(page, 'sam@');
    await expect(page.getByText(wordsOf('fields.email'))).toBeVisible();
  }),
  sso('submitting', async (scene) => {
    await answerWith(scene, startSso, 'held');
    await send(scene.page, sam);
    await expect(submit(scene.page)).toHaveAttribute('aria-busy', 'true');
  }),
  sso('not set up for the address', async ({ page, watched }) => {
    watched.mayAnswer(404, startSso);
    await send(page, 'nobody@northline.test');
    await expect(errorSaying(page, wordsOf('errors.ssoNotConfigured'))).toBeVisible();
  }),
  answered('too many requests', refusal('rateLimited', { retryAfter: '300' }), 'errors.rateLimited'),
  answered('connection lost', 'lost', 'errors.network'),
  answered('unknown error', refusal('unknown'), 'errors.unknown'),
  ...Object.entries(advice).map(([value, key]) =>
    sso(`back with ${value}`, async ({ page }) => {
      await page.goto(`/login?error=${value}`);
      await awake(page);
      await expect(page.getByText(wordsOf(key))).toBeVisible();
    }),
  ),
  sso('back without an answer', async ({ page }) => {
    await goToCompany(page, sam);
    await page.goBack();
    await expect(page.getByRole('status').filter({ hasText: wordsOf('sso.cameBack') })).toBeFocused();
  }),
  {
    screen: 'login',
    state: 'back from Google without a token',
    reach: async ({ page }) => {
      // With a query of its own: a page that is at /login already would only change its fragment.
      await page.goto('/login?lng=en#error=access_denied&state=x');
      await expect(errorSaying(page, wordsOf('errors.credentials'))).toBeVisible();
    },
  },
];
