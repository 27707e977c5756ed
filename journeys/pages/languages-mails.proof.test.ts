/** Emails and the pages of their links are in the account's language, whatever the browser's language is. */
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { languages, languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import { newAddress } from '@app/testing/product/mailed-links.ts';
import { asAdmin } from '@app/testing/product/company-admin.ts';
import { expect, test } from '@app/testing/browser/browser-test.ts';
import { linkIn } from '@app/testing/browser/links.ts';
import type { Mail } from '@app/testing/product/mailbox.ts';
import { emailField, logIn } from '@app/testing/screens/sign-in-screens.ts';
import { textsOf, translation } from '@app/testing/product/texts.ts';

/** The languages of which an email has a sentence, or a long part of one between two values. */
const languagesOf = ({ subject, text }: Mail): Language[] =>
  languages.filter((language) =>
    textsOf(language)
      .flatMap(([key, each]) => (key.startsWith('mails.') ? each.split(/\{\{\w+\}\}/) : []))
      .some((part) => part.length > 20 && `${subject}\n${text}`.includes(part)),
  );

test('an invitation and its page are in the language that the admin chose', async ({
  page,
  product,
  monitor,
}) => {
  const subjects = new Set<string>();
  for (const language of languages) {
    const email = newAddress(`guest-${language}`);
    await asAdmin(product).invite(email, language);
    const mail = await product.mailbox.next(email);
    expect(languagesOf(mail), mail.text).toEqual([language]);
    expect(mail.html).toContain(`lang="${languageTag(language)}"`);
    subjects.add(mail.subject);
    const { address } = linkIn(mail, '/users/confirmation');
    monitor.mayOpen(address);
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      translation('invitation.join', language, { company: 'Northline Demo' }),
    );
  }
  expect(subjects.size).toBe(languages.length);
});

test("accounts get every mail in their own language, whatever the page's language is", async ({
  page,
  product,
}) => {
  const people = { 'lena@northline.test': 'de', 'marc@northline.test': 'fr' } as const;
  for (const [email, language] of Object.entries(people)) {
    await page.goto('/password/forgot?lng=no');
    await emailField(page).or(page.locator('input[name="email"]')).first().fill(email);
    await page.getByRole('button', { name: translation('forgot.submit', 'no') }).click();
    const mail = await product.mailbox.next(email);
    expect(languagesOf(mail), mail.text).toEqual([language]);
    expect(new URL(linkIn(mail, '/password/reset').address).searchParams.get('lng')).toBe(language);
  }
  await page.goto('/login?lng=en');
  await logIn(page, 'lena@northline.test');
  expect(languagesOf(await product.mailbox.next('lena@northline.test'))).toEqual(['de']);
});

test('the mail of a signup is in the language of the page', async ({ request, product }) => {
  const email = newAddress('founder');
  const typed = { email, name: 'Nora Lind', companyName: 'Fjordline', password: 'Kestrel-Harbour-27!' };
  const answer = await request.post(endpoints.signUp.path, {
    headers: { 'accept-language': 'fr-FR,fr;q=0.9' },
    data: { ...typed, passwordConfirmation: typed.password },
  });
  expect(answer.status()).toBe(204);
  const mail = await product.mailbox.next(email);
  expect(languagesOf(mail)).toHaveLength(1);
});
