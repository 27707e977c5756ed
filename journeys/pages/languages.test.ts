import { endpoints } from '@app/contract/calls/endpoints.ts';
import { languageNames, languageTag } from '@app/contract/fields/vocabulary.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test, walkedLanguages } from '@app/testing/browser/browser-test.ts';
import { codeIn, wrongCode } from '@app/testing/product/mailbox.ts';
import { translation } from '@app/testing/product/texts.ts';
import { ada, password } from '@app/testing/screens/sign-in-screens.ts';

for (const language of walkedLanguages.filter((each) => each !== 'en')) {
  test.describe(languageNames[language], () => {
    test.use({ locale: languageTag(language) });

    test(`a whole sign-in in the browser's language, ${languageNames[language]}, and a change in the code step`, async ({
      page,
      product,
      monitor,
    }) => {
      monitor.mayAnswer(401, endpoints.verifyCode);
      const login = page.getByRole('button', { name: translation('login.submit', language), exact: true });
      const texts: string[] = [];
      const keep = async () => void texts.push(await page.getByRole('main').innerText());
      const code = page.locator('input[name="code"]');
      const alert = page.getByRole('alert').filter({ hasText: /\S/ });
      const html = page.locator('html');
      await page.goto('/login');
      await expect(html).toHaveAttribute('lang', languageTag(language));
      await expect(login).toBeVisible();
      await keep();
      await page.locator('input[name="email"]').fill(ada);
      await page.locator('input[name="password"]').fill(password);
      await login.click();
      await expect(code).toBeVisible();
      const mail = await product.mailbox.next(ada);
      // The email is in the account's language, whatever the screen's language is.
      expect(mail.text).toMatch(/valid for 10\u00a0minutes/);
      await code.fill(wrongCode(codeIn(mail.text)));
      await expect(alert).toBeVisible();
      await keep();

      // Texts and errors change, the typed code stays.
      const english = /Enter security code|Authentication successful|Open Dashboard|Send new code/;
      await code.fill('123');
      await page.getByRole('combobox').selectOption('en');
      await expect(html).toHaveAttribute('lang', /^en/);
      await expect(alert).toHaveText(/^Wrong or expired code/);
      await expect(page.getByRole('main')).toHaveText(english);
      await expect(code).toHaveValue('123');
      await page.getByRole('combobox').selectOption(language);
      await expect(html).toHaveAttribute('lang', languageTag(language));
      await page.reload();
      await expect(code).toBeVisible();
      await expect(html).toHaveAttribute('lang', languageTag(language));
      await code.fill(codeIn(mail.text));
      await expect(page).toHaveURL(/\/login\/success/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await keep();
      expect(texts.join('\n')).not.toMatch(/\{\{|%[A-Z_]+%|\b[a-z]+\.[a-z]+[A-Z]\w+\b/);
      expect(texts.join('\n')).not.toMatch(english);
    });
  });
}

test(
  'the language menu changes the texts and keeps the typed text, and the choice is stored',
  { tag: '@engines' },
  async ({ page }) => {
    await page.goto('/login');
    await page.locator('input[name="email"]').fill(ada);
    await page.locator('input[name="password"]').fill(password);
    await waitForHydration(page);
    await page.getByRole('combobox').selectOption({ label: 'Français' });
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
    await expect(page.locator('input[name="email"]')).toHaveValue(ada);
    await expect(page.locator('input[name="password"]')).toHaveValue(password);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
  },
);
