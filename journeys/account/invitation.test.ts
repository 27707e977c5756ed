import { endpoints } from '@app/contract/calls/endpoints.ts';

import { asAdmin } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { newAddress, newPassword } from '@app/testing/product/accounts.ts';

test(
  'a German invitee gets a German mail, which opens a German page and signs in',
  { tag: '@engines' },
  async ({ page, product, monitor }) => {
    const jutta = newAddress('jutta');
    await asAdmin(product).invite(jutta, 'de');
    const mail = await product.mailbox.next(jutta);
    expect(mail.text).toMatch(/7\sTage/);
    expect(mail.text).toContain('Ivo');
    expect(mail.text).not.toMatch(/\b(?:the|your|password|days)\b/);
    const { address } = linkIn(mail, '/users/confirmation');
    expect(new URL(address).searchParams.get('lng')).toBe('de');
    await openLink(page, address, monitor);
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northline Demo beitreten');
    const [first, second] = await page.locator('input[type=password]').all();
    await first?.fill(newPassword);
    await second?.fill(newPassword);
    await page.getByRole('button', { name: 'Passwort erstellen', exact: true }).click();
    await expect(page).toHaveURL(/\/login\/success/);
    expect(monitor.calls(endpoints.acceptInvitation)).toBe(1);
  },
);
