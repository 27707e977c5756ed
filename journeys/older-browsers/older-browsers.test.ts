/**
 * The main pages in a browser that lacks everything that one of the oldest browsers lacks (`ui/build/app/browsers.ts`): they
 * have their colours, borders and focus, the forms work, and axe finds nothing. The pictures are in test-results/.
 */
import type { Page, TestInfo } from '@playwright/test';

import { endpoints } from '@app/contract/calls/endpoints.ts';

import { expect, proof, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { wrongCode } from '@app/testing/product/mailbox.ts';
import {
  codeField,
  emailField,
  errorMessage,
  logInToCodeStep,
  loginButton,
  successTitle,
} from '@app/testing/screens/sign-in-screens.ts';
import { waitForHydration } from '@app/testing/browser/hydration.ts';

import { findingsOf } from '#accessibility/axe.ts';

test.use({ olderBrowser: true });

const phone = { width: 390, height: 844 };
const sizes = proof ? { phone, desktop: { width: 1440, height: 900 } } : { phone };

/** Takes a picture of the page on a phone, and in the proof on a desktop, and runs axe on it. */
async function check(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await page.screenshot({ path: info.outputPath(`${name}-${device}.png`) });
    expect(await findingsOf(page), `${name} on a ${device}`).toEqual([]);
  }
}

test('the login page, the code step and its error have their colours, and the forms work', async ({
  page,
  product,
  monitor,
}, info) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  await page.goto('/login');
  await waitForHydration(page);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(loginButton(page)).toHaveCSS('background-color', 'rgb(0, 115, 90)');
  const email = emailField(page);
  await expect(email.locator('..')).toHaveCSS('border-color', 'rgb(122, 136, 131)');
  await email.focus();
  await expect(email).toHaveCSS('outline', 'rgb(27, 87, 176) solid 2px');
  await loginButton(page).click();
  await expect(email.locator('..')).toHaveCSS('border-color', 'rgb(179, 37, 12)');
  await check(page, info, 'login');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 31, 28)');
  await page.emulateMedia({ colorScheme: 'light' });

  const code = await logInToCodeStep(page, product.mailbox);
  await codeField(page).fill(wrongCode(code));
  await expect(errorMessage(page, /^Wrong or expired code/)).toBeVisible();
  await check(page, info, 'code');
  // It submits itself, once the field has six digits.
  await codeField(page).fill(code);
  await expect(successTitle(page)).toBeVisible();
  await check(page, info, 'success');
});

test('the dashboard has its colours, and searches, sorts and opens a dialog', async ({
  page,
  product,
}, info) => {
  await openDashboard(page, product, { path: '/people' });
  await page.getByRole('searchbox').fill('marc');
  await expect(page).toHaveURL(/\?search=marc$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await check(page, info, 'people');
});
