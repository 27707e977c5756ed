/** An authenticator app of a person, set up under My account as its owner does. */
import { expect, type Page } from '@playwright/test';
import { seconds } from '@app/contract/fields/durations.ts';
import { TOTP } from 'otpauth';

import type { Person } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import type { Product } from '@app/testing/product/start-product.ts';

export const factors = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });

/** Sets up an app, signed in. Returns what the app shows, and the recovery codes. */
export async function setUpApp(page: Page, product: Product, who: Person) {
  await openDashboard(page, product, { who, path: '/me' });
  await factors(page).getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const app = new TOTP({ secret: (secret ?? '').replaceAll(' ', '') });
  const field = dialog.getByLabel('Code from the app');
  await expect(field).toBeFocused();
  // The code of the step before, so that the present one can sign in: each is accepted once.
  await field.fill(app.generate({ timestamp: (await product.now()) - seconds(30) }));
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await shown.getByRole('button', { name: "I've saved my codes" }).click();
  await expect(shown).toBeHidden();
  await expect(factors(page).getByText('10 codes left')).toBeVisible();
  const codeNow = async () => app.generate({ timestamp: await product.now() });
  return { codeNow, codes };
}
