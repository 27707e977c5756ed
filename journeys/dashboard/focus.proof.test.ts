/** After an action whose button goes away the focus is on the page, and never on its body (WCAG 2.4.3). */
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { createAccount, newAddress, tokensOf } from '@app/testing/product/accounts.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';

type Press = (button: Locator) => Promise<void>;
const ways: Readonly<Record<'mouse' | 'keyboard', Press>> = {
  mouse: (button) => button.click(),
  keyboard: (button) => button.press('Enter'),
};

/** What has the focus once everything that gives it back has done so: a dialog one frame after it has left. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1)
      await new Promise((next) => {
        requestAnimationFrame(next);
      });
    const { activeElement } = document;
    return activeElement === document.body ? 'the body' : (activeElement?.textContent ?? '');
  });

for (const [way, press] of Object.entries(ways)) {
  test(`by ${way}: the focus stays in its part of the page, whatever goes away`, async ({
    page,
    product,
  }) => {
    const vera = await createAccount(product);
    for (let count = 0; count < 2; count += 1) await tokensOf(product, vera);
    const note = async (what: string, expected: string | RegExp): Promise<void> => {
      const at = await focused(page);
      expect(at, what).toMatch(expected);
    };
    const go = async (area: string): Promise<void> => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: area }).click();
      await expect(page.getByRole('heading', { level: 1, name: area })).toBeFocused();
    };
    const answer = async (name: string): Promise<void> => {
      const question = page.getByRole('alertdialog');
      await press(question.getByRole('button', { name, exact: true }));
      await expect(question).toBeHidden();
    };

    await openDashboard(page, product, { who: vera, path: '/me' });
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await press(sessions.getByRole('button', { name: /^End session/ }).first());
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await note('a session', 'Sessions');
    await press(sessions.getByRole('button', { name: 'End all other sessions' }));
    await answer('End sessions');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await note('all others', 'Sessions');

    await go('Invitations');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(newAddress('mia'));
    await press(page.getByRole('button', { name: 'Add to list' }));
    await press(page.getByRole('button', { name: 'Invite 1 person' }));
    const again = page.getByRole('button', { name: 'Invite more people' });
    await again.waitFor();
    await note('an invitation', /1 person was invited/);
    await press(again);
    await expect(again).toBeHidden();
    await note('the next one', /^(?!the body)/);

    await go('Single sign-on');
    const domains = page.getByRole('region', { name: /Domains$/ });
    const remove = domains.getByRole('button', { name: /^Remove/ });
    await domains.getByLabel('Domain', { exact: true }).fill(newAddress('mia').replace('@', '.'));
    await press(domains.getByRole('button', { name: 'Add domain' }));
    await press(remove);
    await answer('Remove');
    await expect(remove).toHaveCount(0);
    await note('a domain', /Domains/);
  });
}
