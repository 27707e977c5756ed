/** The company's people: search, filters, selection, changes of many with undo and report, and one person. */
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { newAddress } from '@app/testing/product/accounts.ts';
import { asAdmin, createColleague } from '@app/testing/product/company-admin.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

const rows = 'tbody tr';

test(
  'by mouse: search, filter and order are in the address, and a change of many is reported and undone',
  { tag: '@engines' },
  async ({ page, product }) => {
    await openDashboard(page, product, { path: '/people' });
    await expect(page.getByRole('row', { name: /Ada Moreau/ })).toContainText('Active');

    const search = page.getByLabel('Search people');
    await search.pressSequentially('lindq');
    await expect(page.locator(rows)).toHaveCount(1);
    await expect(page.getByRole('row', { name: /Sam Lindqvist/ })).toContainText('Single sign-on');
    await expect(page).toHaveURL('/dashboard/people?search=lindq');
    await search.fill('nobody at all');
    await expect(page.locator(rows)).toContainText('No one matches this search and these filters.');
    await page.getByRole('button', { name: 'Clear all' }).click();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    await page.getByRole('menuitemradio', { name: 'Pending' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/people?status=unconfirmed');
    await expect(page.getByRole('row', { name: /Ivy Chen/ })).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter: Status Pending' }).click();

    // Other journeys add people of other domains.
    await search.fill('northline');
    await expect(page).toHaveURL('/dashboard/people?search=northline');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/people?search=northline&order=DESC');
    await expect(page.locator(rows).first()).toContainText('sam@northline-sso.test');

    // The address is all there is to it.
    await page.goto('/dashboard/people?search=northline-sso&sort=email&method=saml');
    await expect(page.locator(rows)).toHaveCount(3);
    await expect(page.locator(rows).first()).toContainText('nadia@');
    await page.getByRole('link', { name: 'Sam Lindqvist' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sam Lindqvist' })).toBeFocused();
    await page.getByRole('link', { name: 'Back to people' }).click();
    await expect(page).toHaveURL('/dashboard/people?search=northline-sso&sort=email&method=saml');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
    await expect(page).toHaveURL('/dashboard/people');
    for (const name of ['Ada Moreau', 'Lena Vogt', 'Petra Brandt'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    const bar = page.getByRole('toolbar');
    await expect(bar).toContainText('3 selected');

    await bar.getByRole('button', { name: 'Two-step verification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set two-step verification for 3 people' });
    const choice = dialog.getByRole('radio', { name: 'On new devices' });
    const place = await choice.boundingBox();
    await choice.click();
    await expect(dialog).toContainText(
      'Applies to 2 people from their next login. Current sessions continue.',
    );
    await expect(dialog).toContainText('1 person logs in without a password, so without a code');
    await expect(dialog).toContainText('You can undo this for 10 seconds.');
    // The preview has not moved the choices under the pointer.
    expect(await choice.boundingBox()).toEqual(place);
    await dialog.getByRole('button', { name: 'Apply to 3 people' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /Lena Vogt/ })).toContainText('On new devices');
    await expect(bar).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone for 3 people.', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /Lena Vogt/ })).toContainText('Company default');

    for (const name of ['Ada Moreau', 'Ivy Chen', 'Gina Rossi'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await bar.getByRole('button', { name: 'Log out' }).click();
    const out = page.getByRole('dialog', { name: 'Log out 3 people everywhere?' });
    await expect(out).toContainText('1 person is logged out everywhere.');
    await expect(out).toContainText("This can't be done for 2 people:");
    await expect(out).toContainText('Your own account: another admin can do this');
    await expect(out).toContainText('Disabled or not confirmed: has no session');
    await expect(out).toContainText("This can't be undone");
    await out.getByRole('button', { name: 'Log out 1 person' }).click();
    await expect(page.getByText('1 person logged out.', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  },
);

test(
  'by keyboard alone: search, select, change the role of a person, and read the report',
  { tag: '@engines' },
  async ({ page, product }) => {
    await openDashboard(page, product, { path: '/people' });
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('marc');
    await expect(page.locator(rows)).toHaveCount(1);
    await page.getByRole('checkbox', { name: 'Select Marc Dubois' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.keyboard.press('F6');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Role' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set the role of Marc Dubois' });
    await expect(dialog.getByRole('radio', { name: 'Admin' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('radio', { name: 'Admin' })).toBeChecked();
    await expect(dialog).toContainText('1 person gets the role right away.');
    const confirm = dialog.getByRole('button', { name: 'Apply to 1 person' });
    await confirm.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /Marc Dubois/ })).toContainText('Admin');
    await page.keyboard.press('F6');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Marc Dubois/ })).toContainText('User');
  },
);

test('one person gets another name and address, and of two admins the later one is asked', async ({
  page,
  product,
}) => {
  const { email } = await createColleague(product);
  await openDashboard(page, product, { path: `/people?search=${encodeURIComponent(email)}` });
  await page.getByRole('checkbox', { name: 'Select Ivo Lindgren' }).click();
  // The other admin's change, which this page has not read.
  await asAdmin(product).change(email, { secondStep: 'off' });
  await page.getByRole('toolbar').getByRole('button', { name: 'Two-step verification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set two-step verification for Ivo Lindgren' });
  await dialog.getByRole('radio', { name: 'At every login' }).click();
  await expect(dialog).toContainText('Someone else changed it in the meantime');
  await dialog.getByRole('button', { name: 'Show current values' }).click();
  await expect(dialog).toContainText("The account's current values:");
  await dialog.getByRole('button', { name: 'Apply to 1 person' }).click();
  await expect(page.getByRole('row', { name: /Ivo Lindgren/ })).toContainText('At every login');
  // Undo would weaken it again, which one press does not.
  await expect(page.getByText('Two-step verification set for 1 person.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  // By the menu of the row, and the focus stays on the page.
  await page.getByRole('button', { name: 'Actions for Ivo Lindgren' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByRole('row', { name: /Ivo Lindgren/ })).toContainText('Disabled');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await asAdmin(product).change(email, { status: 'active' });

  const newEmail = newAddress('benedict');
  await page.getByRole('link', { name: 'Ivo Lindgren' }).click();
  await expect(
    page.getByRole('region', { name: 'Latest events' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change: Name' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ivar Lindgren');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ivar Lindgren' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Latest events' })).toContainText('Profile changed');

  await page.getByRole('button', { name: 'Change email' }).click();
  const change = page.getByRole('dialog', { name: 'Change the email address' });
  await change.getByLabel('New email').fill(email);
  await page.keyboard.press('Enter');
  await expect(change).toContainText('This is already the current address.');
  await change.getByLabel('New email').fill(newEmail);
  await page.keyboard.press('Enter');
  await expect(change).toBeHidden();
  await expect(page.getByRole('main')).toContainText(`Waiting for ${newEmail} to confirm`);
  await product.mailbox.next(newEmail);
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByRole('button', { name: 'Cancel the change' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Show logins' })).toHaveAttribute(
    'href',
    /^\/dashboard\/sign-in-log\?userId=[\da-f-]{36}$/,
  );
});
