/** The states of the code step. Each begins with a right password and a new mailed code. */
import { expect, type Page } from '@playwright/test';

import { minutes, seconds } from '@app/contract/fields/durations.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { mockCall, refusal, type MockResponse } from '#browser/mock-responses.ts';
import { wrongCode } from '#product/mailbox.ts';
import {
  ada,
  codeField,
  codeTitle,
  errorMessage,
  logIn,
  resendButton,
  verifyButton,
} from '#screens/sign-in-screens.ts';
import { openLogin, readAllLanguages } from './login-states.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { translation } from '#product/texts.ts';

async function openCode({ page, product }: Scene): Promise<string> {
  await openLogin(page);
  await logIn(page, ada);
  await expect(codeTitle(page)).toBeVisible();
  return product.mailbox.nextCode(ada);
}

const code = (
  state: string,
  reach: (scene: Scene, right: string) => Promise<void>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  screen: 'code',
  state,
  reach: async (scene) => reach(scene, await openCode(scene)),
  ...more,
});

/** The code step after a mock response to 'Verify'. */
const verified = (state: string, what: MockResponse, key: string): ScreenState =>
  code(state, async (scene, right) => {
    await mockCall(scene, endpoints.verifyCode, what);
    await codeField(scene.page).fill(right);
    await expect(errorMessage(scene.page, translation(key))).toBeVisible();
  });

/** The code step after a mock response to 'Send new code'. */
const resent = (state: string, what: MockResponse, key: string): ScreenState =>
  code(state, async (scene) => {
    await mockCall(scene, endpoints.resendCode, what);
    await scene.time.pass(seconds(61));
    await resendButton(scene.page).click();
    await expect(shown(scene.page, key)).toBeVisible();
  });

const stages = ['code.sentFirst', 'code.sentSecond', 'code.sentLast'];
const stage = (state: string, times: number): ScreenState =>
  code(state, async ({ page, product, time }) => {
    for (const key of stages.slice(0, times)) {
      await time.pass(seconds(61));
      await resendButton(page).click();
      await expect(shown(page, key)).toBeVisible();
      await product.mailbox.next(ada);
    }
  });

const shown = (page: Page, key: string) => page.getByText(translation(key)).first();

export const codeStates: readonly ScreenState[] = [
  code('empty, waiting for a new one', async () => {}, { main: true }),
  code('new one can be asked for', async ({ page, time }) => {
    await time.pass(seconds(61));
    await expect(resendButton(page)).toBeEnabled();
  }),
  code('required field', async ({ page }) => {
    await verifyButton(page).click();
    await expect(shown(page, 'fields.required')).toBeVisible();
  }),
  code('verifying', async (scene, right) => {
    await mockCall(scene, endpoints.verifyCode, 'held');
    await codeField(scene.page).fill(right);
    await expect(verifyButton(scene.page)).toHaveAttribute('aria-busy', 'true');
  }),
  code('wrong code', async ({ page, monitor }, right) => {
    monitor.mayAnswer(401, endpoints.verifyCode);
    await codeField(page).fill(wrongCode(right));
    await expect(errorMessage(page, translation('errors.invalidCode'))).toBeVisible();
  }),
  stage('first new code', 1),
  stage('second new code', 2),
  stage('last new code', 3),
  resent('too many new codes', refusal('validationLimitExceeded'), 'errors.validationLimitExceeded'),
  resent('new code too soon', refusal('resendTooSoon'), 'errors.resendTooSoon'),
  resent('connection lost while asking for a new one', 'lost', 'errors.network'),
  code('expired', async ({ page, time }) => {
    await time.pass(minutes(11));
    await expect(shown(page, 'code.expired')).toBeVisible();
  }),
  code('what to do without an email', async ({ page }) => {
    await page.getByText(translation('account.nothingCame')).click();
    await expect(page.getByText(translation('account.checkSpam'))).toBeVisible();
  }),
  verified('too many requests', refusal('rateLimited'), 'errors.rateLimited'),
  verified('gateway timeout', { status: 504, body: '' }, 'errors.timeout'),
  verified('unknown error', refusal('unknown'), 'errors.unknown'),
  verified('connection lost', 'lost', 'errors.network'),
  verified('too many failed attempts, back at login', refusal('tooManyRequests'), 'errors.challengeDead'),
  verified('session expired, back at login', refusal('sessionExpired'), 'errors.sessionExpired'),
  {
    screen: 'code',
    state: 'of an authenticator app, with a recovery code',
    main: true,
    reach: async (scene) => {
      const { page, product } = scene;
      await openLogin(page);
      const now = await product.now();
      const challenge = {
        session: 'x'.repeat(43),
        serverNow: now,
        codeExpiresAt: now + minutes(30),
        resendAt: now,
        triesLeft: 5,
        ways: ['authenticator', 'emailCode', 'recoveryCode'],
      };
      await mockCall(scene, endpoints.signInWithPassword, {
        status: 200,
        body: JSON.stringify({ mfa: challenge }),
      });
      await logIn(page, ada);
      await expect(shown(page, 'code.leadApp')).toBeVisible();
      await page.getByText(translation('code.useRecovery')).click();
      await expect(page.getByLabel(translation('code.recovery'), { exact: true })).toBeVisible();
    },
  },
  code('offline', async ({ page, monitor }) => {
    monitor.mayFail();
    await readAllLanguages(page);
    await page.context().setOffline(true);
    await expect(shown(page, 'errors.network')).toBeVisible();
  }),
];
