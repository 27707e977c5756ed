/** The states of the forgot-password and sign-up screens. */
import { expect, type Page } from '@playwright/test';

import { seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { waitForHydration } from '#browser/hydration.ts';
import { mockCall, refusal, type MockResponse } from '#browser/mock-responses.ts';
import { ada, errorMessage } from '#screens/sign-in-screens.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

const { recoverPassword, signUp } = endpoints;
const button = (page: Page, key: string) => page.getByRole('button', { name: translation(key) });
const field = (page: Page, name: string) => page.locator(`main input[name="${name}"]:not([type="hidden"])`);
const shown = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByText(translation(key, 'en', values)).first();

async function openForgot({ page }: Scene): Promise<void> {
  await page.goto('/password/forgot');
  await expect(button(page, 'forgot.submit')).toBeVisible();
  await waitForHydration(page);
}

const forgot = (
  state: string,
  reach: (scene: Scene) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  screen: 'forgot password',
  state,
  reach: async (scene) => {
    await openForgot(scene);
    await reach(scene);
  },
  ...more,
});

async function sendForgot({ page }: Scene, email = ada): Promise<void> {
  await field(page, 'email').fill(email);
  await button(page, 'forgot.submit').click();
}

const refusedForgot = (state: string, what: MockResponse, key: string): ScreenState =>
  forgot(state, async (scene) => {
    await mockCall(scene, recoverPassword, what);
    await sendForgot(scene);
    await expect(errorMessage(scene.page, translation(key))).toBeVisible();
  });

async function sent(scene: Scene): Promise<void> {
  await sendForgot(scene);
  await expect(shown(scene.page, 'account.checkEmail')).toBeVisible();
}

async function openSignUp({ page }: Scene): Promise<void> {
  await page.goto('/signup');
  await expect(button(page, 'signUp.submit')).toBeVisible();
  await waitForHydration(page);
}

const signingUp = (
  state: string,
  reach: (scene: Scene) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  screen: 'sign up',
  state,
  reach: async (scene) => {
    await openSignUp(scene);
    await reach(scene);
  },
  ...more,
});

async function fillSignUp({ page }: Scene): Promise<void> {
  await field(page, 'name').fill('Nora Lind');
  await field(page, 'companyName').fill('Fjordline Ferries');
  await field(page, 'email').fill('nora@fjordline.test');
  await button(page, 'signUp.submit').click();
}

const refusedSignUp = (state: string, what: MockResponse, key: string): ScreenState =>
  signingUp(state, async (scene) => {
    await mockCall(scene, signUp, what);
    await fillSignUp(scene);
    await expect(errorMessage(scene.page, translation(key))).toBeVisible();
  });

export const accountStates: readonly ScreenState[] = [
  forgot('empty', async () => {}, { main: true }),
  forgot('required field', async ({ page }) => {
    await button(page, 'forgot.submit').click();
    await expect(shown(page, 'fields.required')).toBeVisible();
  }),
  forgot('unreadable email', async (scene) => {
    await sendForgot(scene, 'ada@');
    await expect(shown(scene.page, 'fields.email')).toBeVisible();
  }),
  forgot('submitting', async (scene) => {
    await mockCall(scene, recoverPassword, 'held');
    await sendForgot(scene);
    await expect(button(scene.page, 'forgot.submit')).toHaveAttribute('aria-busy', 'true');
  }),
  refusedForgot('too many requests', refusal('rateLimited'), 'errors.rateLimited'),
  refusedForgot('gateway timeout', { status: 504, body: '' }, 'errors.timeout'),
  refusedForgot('unknown error', refusal('unknown'), 'errors.unknown'),
  refusedForgot('connection lost', 'lost', 'errors.network'),
  forgot('sent', sent, { main: true }),
  forgot('sent to an address of Gmail', async (scene) => {
    await mockCall(scene, recoverPassword, { status: 204, body: '' });
    await sendForgot(scene, 'ada@gmail.com');
    await expect(shown(scene.page, 'account.checkEmail')).toBeVisible();
  }),
  forgot('sent, and can be sent again', async (scene) => {
    await sent(scene);
    await scene.time.pass(seconds(61));
    await expect(button(scene.page, 'forgot.sendAgain')).toBeEnabled();
  }),
  forgot('sent again', async (scene) => {
    await sent(scene);
    await scene.time.pass(seconds(61));
    await button(scene.page, 'forgot.sendAgain').click();
    await expect(shown(scene.page, 'forgot.sentAgain')).toBeVisible();
  }),
  signingUp('empty', async () => {}, { main: true }),
  signingUp('required fields', async ({ page }) => {
    await button(page, 'signUp.submit').click();
    await expect(page.getByText(translation('fields.required'))).toHaveCount(3);
  }),
  refusedSignUp('too many requests', refusal('rateLimited'), 'errors.rateLimited'),
  refusedSignUp('connection lost', 'lost', 'errors.network'),
  signingUp('sent', async (scene) => {
    await fillSignUp(scene);
    await expect(shown(scene.page, 'account.checkEmail')).toBeVisible();
  }),
];
