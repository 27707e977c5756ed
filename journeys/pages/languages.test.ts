import { endpoints } from '@app/contract/calls/endpoints.ts';
import { languageNames, languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { waitForHydration } from '@app/testing/browser/hydration.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { codeIn, wrongCode } from '@app/testing/product/mailbox.ts';
import { translation } from '@app/testing/product/texts.ts';
import {
  ada,
  codeField,
  errorMessage,
  logInToCodeStep,
  password,
} from '@app/testing/screens/sign-in-screens.ts';

for (const language of languages) {
  test(`a whole sign-in in ${languageNames[language]}`, async ({ page, product }) => {
    const login = translation('login.submit', language);
    const texts: string[] = [];
    const keep = async () => void texts.push(await page.getByRole('main').innerText());
    await page.goto(`/login?lng=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    await expect(page.getByRole('button', { name: login, exact: true })).toBeVisible();
    await keep();
    await page.locator('input[name="email"]').fill(ada);
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole('button', { name: login, exact: true }).click();
    await expect(page.locator('input[name="code"]')).toBeVisible();
    await keep();
    const mail = await product.mailbox.next(ada);
    // The email is in the account's language, whatever the screen's language is.
    expect(mail.text).toMatch(/valid for 10\u00a0minutes/);
    await page.locator('input[name="code"]').fill(codeIn(mail.text));
    await expect(page).toHaveURL(/\/login\/success/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await keep();

    expect(texts.join('\n')).not.toMatch(/\{\{|%[A-Z_]+%|\b[a-z]+\.[a-z]+[A-Z]\w+\b/);
    const english = /Enter security code|Authentication successful|Open Dashboard|Send new code/;
    if (language === 'en') expect(texts.join('\n')).toMatch(english);
    else expect(texts.join('\n')).not.toMatch(english);
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
    // The query has priority over the stored choice.
    await page.goto('/login?lng=it');
    await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible();
  },
);

test('the language can change in the code step: texts and errors change, the typed code stays', async ({
  page,
  product,
  monitor,
}) => {
  monitor.mayAnswer(401, endpoints.verifyCode);
  const code = await logInToCodeStep(page, product.mailbox);
  await codeField(page).fill(wrongCode(code));
  await expect(errorMessage(page, 'Wrong or expired code')).toBeVisible();
  await codeField(page).fill('123');
  await page.getByRole('combobox').selectOption({ label: 'Deutsch' });
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  await expect(errorMessage(page, 'Wrong or expired code')).toHaveCount(0);
  await expect(errorMessage(page, /./)).toBeVisible();
  await expect(page.locator('input[name="code"]')).toHaveValue('123');
  await page.reload();
  await expect(page.locator('input[name="code"]')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
});

test.describe("without a choice the browser's language applies", () => {
  const browsers = [
    { locale: 'nb-NO', login: 'Logg inn' },
    { locale: 'nn-NO', login: 'Logg inn' },
    { locale: 'de-CH', login: 'Anmelden' },
    { locale: 'pt-BR', login: 'Login' },
  ];
  for (const { locale, login } of browsers) {
    test.describe(locale, () => {
      test.use({ locale });
      test(`a browser in ${locale} shows '${login}'`, async ({ page }) => {
        await page.goto('/login');
        await expect(page.getByRole('button', { name: login, exact: true })).toBeVisible();
      });
    });
  }
});
