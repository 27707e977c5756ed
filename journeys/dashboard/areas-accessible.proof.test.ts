/** axe on every state of My account, of single sign-on before it is set up, and of the second step. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, tokensOf } from '@app/testing/product/accounts.ts';
import { companyIdOf, openDashboard } from '@app/testing/product/dashboard-session.ts';
import { expectAccessibleInEachLanguage } from '#accessibility/each-language-look.ts';

const lists = /auth\/v1\/account\/(sessions|devices|events)/;
/** The sections of the screen, in order: profile, password, passkeys, two steps, sessions, devices, history. */
const section = (page: Page, at: number) => page.locator('main section').nth(at);

test('My account is accessible in every state', async ({ page, product, monitor }) => {
  for (const entry of ['listOwnSessions', 'listOwnDevices', 'listOwnEvents'] as const)
    monitor.mayAnswer(500, ownAccountEndpoints[entry]);
  const vera = await createAccount(product);
  for (let count = 0; count < 2; count += 1) await tokensOf(product, vera);
  await openDashboard(page, product, { who: vera, path: '/me' });
  await expectAccessibleInEachLanguage(page, 'my account');

  await expectAccessibleInEachLanguage(page, 'my account, refused', async () => {
    const name = section(page, 0).getByRole('textbox');
    await name.fill(' ');
    await name.press('Enter');
    await section(page, 1).locator('button[type=submit]').press('Enter');
    await expect(page.locator('main [aria-invalid=true]')).not.toHaveCount(0);
  });
  // What was typed outlives a reload.
  await page.evaluate(() => sessionStorage.clear());

  await expectAccessibleInEachLanguage(page, 'my account, before sessions end', async () => {
    await expect(page.locator('main section')).toHaveCount(7);
    await section(page, 4).getByRole('button').last().press('Enter');
    await page.getByRole('alertdialog').waitFor();
  });

  await page.route(/auth\/v1\/account$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), method: 'google' } });
  });
  await expectAccessibleInEachLanguage(page, 'my account, with Google');

  await page.route(lists, (route) => route.fulfill({ status: 500, json: {} }));
  await expectAccessibleInEachLanguage(page, 'my account, failed', () =>
    expect(page.locator('main [role=alert]').filter({ has: page.getByRole('button') })).toHaveCount(3),
  );
});

test('single sign-on is accessible while it is empty, refused, pending, asked about, and failed', async ({
  page,
  product,
  monitor,
}) => {
  const vera = await createAccount(product);
  await openDashboard(page, product, { who: vera, path: '/single-sign-on' });
  await expectAccessibleInEachLanguage(page, 'nothing set up');

  const sections = page.locator('main section');
  await expectAccessibleInEachLanguage(page, 'refused domain and file', async () => {
    await sections.first().getByRole('textbox').press('Enter');
    await expect(page.locator('main [aria-invalid=true]')).toHaveCount(1);
    // Refused before it is sent.
    const tooLarge = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.alloc(257 * 1024, ' ') };
    await page.locator('input[type=file]').setInputFiles(tooLarge);
    await expect(page.locator('main [role=alert]').filter({ hasText: '256' })).toBeVisible();
  });

  await sections
    .first()
    .getByRole('textbox')
    .fill(`d${randomUUID().slice(0, 8)}.test`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for DNS')).toBeVisible();
  await expectAccessibleInEachLanguage(page, 'pending domain');
  await expectAccessibleInEachLanguage(page, 'question before a domain is removed', async () => {
    await sections.first().getByRole('listitem').getByRole('button').first().press('Enter');
    await page.getByRole('alertdialog').waitFor();
  });

  const path = `/auth/v1/companies/${await companyIdOf(page)}/domains` as const;
  monitor.mayAnswer(500, { path });
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await expectAccessibleInEachLanguage(page, 'failed', () =>
    expect(page.locator('main [role=alert]').filter({ has: page.getByRole('button') })).toHaveCount(1),
  );
});

test('the second step is accessible in every state', async ({ page, product, monitor }) => {
  await openDashboard(page, product, { path: '/second-step' });
  await expectAccessibleInEachLanguage(page, 'second step');
  const policy = `/auth/v1/companies/${await companyIdOf(page)}/policy` as const;
  monitor.mayAnswer(500, { path: policy });
  await page.route(`**${policy}`, (route) => route.fulfill({ status: 500, json: {} }));
  await expectAccessibleInEachLanguage(page, 'second step, failed', () =>
    page.locator('main [role=alert]').waitFor(),
  );
});
