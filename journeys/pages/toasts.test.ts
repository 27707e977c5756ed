import type { Locator, Page } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { type PageErrorValue } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import {
  ben,
  errorMessage,
  logIn,
  loginButton,
  notifications,
} from '@app/testing/screens/sign-in-screens.ts';

const said: Record<PageErrorValue, string> = {
  'not-found': "We couldn't find the page you requested",
  'router-error': 'Something went wrong while navigating',
  unknown: 'An error occurred and we are looking into it. Please try again later.',
  'session-expired': 'Your session has expired. Please log in again.',
  'link-expired': 'The link has expired. Please contact an admin to get your invitation re-sent.',
  network: 'Connection lost. Please check your internet connection.',
  'too-many-requests': 'Too many requests, please try again shortly',
};
const redirected = 'You were redirected to login.';

const cards = (page: Page): Locator => notifications(page).getByRole('listitem');

test(
  'an error in the address is one toast on login, and is told once',
  { tag: '@engines' },
  async ({ page }) => {
    await page.goto('/password/forgot?error=network&x=1');
    await expect(cards(page)).toHaveText([said.network + redirected]);
    await expect(page).toHaveURL(/\/login\?x=1$/);
    await expect(loginButton(page)).toBeVisible();

    await page.goto('/login?lng=en&error=unknown');
    await expect(cards(page)).toHaveText([said.unknown]);
    await expect(page).toHaveURL(/\/login\?lng=en$/);
    await notifications(page).getByRole('button').click();
    await expect(cards(page)).toHaveCount(0);
    await page.reload();
    await expect(loginButton(page)).toBeVisible();
    await expect(notifications(page)).toBeHidden();
  },
);

test('every toast stays until it is dismissed or the next form is sent', async ({ page, time, monitor }) => {
  monitor.mayAnswer(401, endpoints.signInWithPassword);
  await page.goto('/login?error=network&notice=logged-out-here');
  await expect(cards(page)).toHaveCount(2);
  await time.pass(limits.notificationDuration * 20);
  await expect(cards(page)).toHaveCount(2);
  await notifications(page).getByRole('button').first().click();
  await expect(cards(page)).toHaveCount(1);
  await logIn(page, ben, 'Not-The-Password-1!');
  await expect(errorMessage(page, 'The credentials provided are incorrect.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});
