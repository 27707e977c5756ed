/** Another program reads the QR code from the screen, in each language, light and dark. */
import { spawnSync } from 'node:child_process';
import { languages } from '@app/contract/fields/vocabulary.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount } from '@app/testing/product/accounts.ts';
import { requireFactor } from '@app/testing/product/company-admin.ts';
import { translation } from '@app/testing/product/texts.ts';

/** What `zbarimg` (Debian: zbar-tools) reads in a picture. */
function readQr(picture: string): string {
  const { stdout, error } = spawnSync('zbarimg', ['-q', '--raw', '--nodbus', picture], { encoding: 'utf8' });
  if (error) throw error;
  return stdout.trim();
}
const isThere = spawnSync('zbarimg', ['--version']).error === undefined;

test('the code of an app to set up is read from the page', async ({ page, product }, info) => {
  test.skip(!isThere, 'zbarimg is not installed');
  const who = await createAccount(product);
  await requireFactor(product, who);
  const read: string[] = [];
  for (const language of languages) {
    await product.mailbox.skip(who.email);
    await page.goto(`/login?lng=${language}`);
    await page.locator('input[name="email"]').fill(who.email);
    await page.locator('input[name="password"]').fill(who.password);
    await page.getByRole('button', { name: translation('login.submit', language), exact: true }).click();
    await page.locator('input[name="code"]').fill(await product.mailbox.nextCode(who.email));
    const code = page.getByRole('img', { name: translation('code.setUpQr', language) });
    await expect(code).toBeVisible();
    const uri = await page
      .getByRole('link', { name: translation('code.setUpOpen', language) })
      .getAttribute('href');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = info.outputPath(`${language}-${colorScheme}.png`);
      await page.screenshot({ path: picture });
      expect(readQr(picture), `${language}, ${colorScheme}`).toBe(uri);
      read.push(picture);
    }
    await page.getByRole('link', { name: translation('code.startAgain', language) }).click();
    await expect(page.locator('input[name="password"]')).toBeVisible();
  }
  expect(read).toHaveLength(12);
});
