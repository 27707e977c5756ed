/**
 * The states of sign-in with Google and with single sign-on: the form for a work email, and the messages after a
 * return.
 */
import { expect, type Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '#browser/hydration.ts';
import { mockCall, refusal, type MockResponse } from '#browser/mock-responses.ts';
import { emailField, errorMessage, sam } from '#screens/sign-in-screens.ts';
import { goToCompany, openSsoForm } from '#screens/provider-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

const { startSso } = endpoints;
const submit = (page: Page) => page.getByRole('button', { name: translation('sso.submit'), exact: true });

const sso = (
  state: string,
  reach: (scene: Scene) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({ screen: 'single sign-on', state, reach, ...more });

/** Fills in the form and submits it. */
async function send(page: Page, email: string): Promise<void> {
  await openSsoForm(page);
  await emailField(page).fill(email);
  await submit(page).click();
}

/** The form after a mock response. */
const answered = (state: string, what: MockResponse, key: string): ScreenState =>
  sso(state, async (scene) => {
    await mockCall(scene, startSso, what);
    await send(scene.page, sam);
    await expect(errorMessage(scene.page, translation(key))).toBeVisible();
  });

/** The login page after a return from the company's provider with an error, and its advice. */
const advice = {
  'sso-denied': 'sso.denied',
  'sso-invalid-response': 'sso.invalidResponse',
  'sso-not-configured': 'sso.notConfigured',
  'sso-unknown-user': 'sso.unknownUser',
  'sso-expired': 'sso.expired',
  'sso-old-sign-in': 'sso.oldSignIn',
  'sso-error': 'sso.error',
} as const;

export const providerStates: readonly ScreenState[] = [
  sso('empty', ({ page }) => openSsoForm(page), { main: true }),
  sso('required field', async ({ page }) => {
    await openSsoForm(page);
    await submit(page).click();
    await expect(page.getByText(translation('fields.required'))).toBeVisible();
  }),
  sso('unreadable email', async ({ page }) => {
    await send(page, 'sam@');
    await expect(page.getByText(translation('fields.email'))).toBeVisible();
  }),
  sso('submitting', async (scene) => {
    await mockCall(scene, startSso, 'held');
    await send(scene.page, sam);
    await expect(submit(scene.page)).toHaveAttribute('aria-busy', 'true');
  }),
  sso('not set up for the address', async ({ page, monitor }) => {
    monitor.mayAnswer(404, startSso);
    await send(page, 'nobody@northline.test');
    await expect(errorMessage(page, translation('errors.ssoNotConfigured'))).toBeVisible();
  }),
  answered('too many requests', refusal('rateLimited'), 'errors.rateLimited'),
  answered('connection lost', 'lost', 'errors.network'),
  answered('unknown error', refusal('unknown'), 'errors.unknown'),
  ...Object.entries(advice).map(([value, key]) =>
    sso(`back with ${value}`, async ({ page }) => {
      await page.goto(`/login?error=${value}`);
      await waitForHydration(page);
      await expect(page.getByText(translation(key))).toBeVisible();
    }),
  ),
  sso('back without an answer', async ({ page }) => {
    await goToCompany(page, sam);
    await page.goBack();
    await expect(page.getByRole('status').filter({ hasText: translation('sso.cameBack') })).toBeFocused();
  }),
  {
    screen: 'login',
    state: 'back from Google without a token',
    reach: async ({ page }) => {
      // The query makes it a new navigation: from /login only the fragment would change.
      await page.goto('/login?lng=en#error=access_denied&state=x');
      await expect(errorMessage(page, translation('errors.credentials'))).toBeVisible();
    },
  },
];
