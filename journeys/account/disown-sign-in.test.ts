import { endpoints } from '@app/contract/calls/endpoints.ts';

import { choose, confirmButton, heading, resetButton } from '@app/testing/screens/account-screens.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn, openLink } from '@app/testing/browser/links.ts';
import { createAccount, newPassword, refreshStatus, tokensOf } from '@app/testing/product/accounts.ts';
import { notifications, successTitle } from '@app/testing/screens/sign-in-screens.ts';

test('D7: from the email about a new device the owner ends its session and chooses a new password', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  await tokensOf(product, vera);
  // The browsers of these calls send no device: the network that the account does not know is the first one's.
  const thief = await tokensOf(product, vera);
  const refreshToken = thief.tokens?.refresh_token ?? '';
  const { address, token } = linkIn(await product.mailbox.newDevice(vera.email), '/login/not-you');

  // A scanner opens the link, and nothing ends.
  await fetch(address);
  expect(await refreshStatus(product, refreshToken)).toBe(200);

  await openLink(page, address, monitor);
  await expect(heading(page, "Wasn't that you?")).toBeFocused();
  await expect(page.getByText(`Confirm that you didn't log in as ${vera.email}.`)).toBeVisible();
  await confirmButton(page).click();
  await expect(page).toHaveURL('/password/reset');
  await expect(notifications(page).getByText('You have been logged out on all devices.')).toBeVisible();
  expect((await tokensOf(product, vera)).status).toBe(401);

  await choose(page, newPassword);
  await resetButton(page).click();
  await expect(successTitle(page)).toBeVisible();

  const again = await fetch(product.url + endpoints.checkLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'newDevice', email: vera.email, token }),
  });
  expect(await again.json()).toEqual({ state: 'used' });
});
