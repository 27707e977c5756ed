import { languages } from '@app/contract/fields/vocabulary.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { type Catalogue, TextsContext, createAppTexts } from '#i18n/use-texts.ts';
import { openApp } from '#test/open-app.tsx';

import { FormAlert } from './form-alert.tsx';

const catalogues = import.meta.glob<Catalogue>('../i18n/locales/*.json', { eager: true, import: 'default' });

/** The alert's text for a wait of this many seconds. */
function said(language: (typeof languages)[number], wait: number): string {
  const catalogue = catalogues[`../i18n/locales/${language}.json`];
  if (!catalogue) throw new Error(`no texts in ${language}`);
  const texts = createAppTexts({ language, catalogue, reseller: 'Northline' });
  render(
    <TextsContext value={texts}>
      <FormAlert error={{ words: 'errors.rateLimited', wait }} />
    </TextsContext>,
  );
  const words = screen.getByRole('alert').textContent;
  cleanup();
  return words;
}

test.each([
  [1, 'Too many requests, please try again in 1 second.'],
  [90, 'Too many requests, please try again in 90 seconds.'],
  [91, 'Too many requests, please try again in 2 minutes.'],
  [5400, 'Too many requests, please try again in 90 minutes.'],
  [5401, 'Too many requests, please try again in 2 hours.'],
  [86_400, 'Too many requests, please try again in 24 hours.'],
])('a wait of %i seconds is said as: %s', (wait, words) => {
  expect(said('en', wait)).toBe(words);
});

test('no wait up to a day is shown with a number above 90, in any language', () => {
  const found = languages.flatMap((language) =>
    [3600, 5400, 5401, 22 * 3600, 24 * 3600].map((wait) => Number(/\d+/.exec(said(language, wait))?.[0])),
  );
  expect(found.filter((count) => !(count <= 90))).toEqual([]);
});

test('a refusal with a support code has the focus, and Tab goes on to its button and to the form', async () => {
  const error = { name: 'strategy', message: 'This account signs in with Google.' };
  const requestId = '0198a5c2-4d3e-4f6a-8b7c-9d0e1f2a3b4c';
  const app = openApp({
    signInWithPassword: () => ({ raw: Response.json({ error, requestId }, { status: 403 }) }),
  });
  const email = screen.getByRole('textbox', { name: 'Email' });
  await app.user.type(email, 'ada@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!{Enter}');
  const words = await screen.findByText(/^Your company admin has configured your account/);
  await waitFor(() => expect(document.activeElement).toBe(words.closest('[role=alert]')));
  await app.user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /copy/i }));
  await app.user.tab();
  expect(document.activeElement).toBe(email);
});
