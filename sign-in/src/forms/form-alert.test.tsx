import { languages } from '@app/contract/fields/vocabulary.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Catalogue } from '#i18n/text-key.ts';
import { createAppTexts } from '#i18n/create-app-texts.ts';
import { TextsContext } from '#i18n/use-texts.ts';

import { FormAlert } from './form-alert.tsx';

const catalogues = import.meta.glob<Catalogue>('../i18n/locales/*.json', { eager: true, import: 'default' });

/** The alert's text for a wait of this many seconds. */
function said(language: (typeof languages)[number], wait: number): string {
  const catalogue = catalogues[`../i18n/locales/${language}.json`];
  if (!catalogue) throw new Error(`no texts in ${language}`);
  const texts = createAppTexts({ language, catalogue, reseller: 'Northline' });
  render(
    <TextsContext value={texts}>
      <FormAlert error={{ words: 'errors.credentials', wait }} />
    </TextsContext>,
  );
  const words = screen.getByRole('alert').textContent.replace(texts.t('errors.credentials'), '');
  cleanup();
  return words;
}

test.each([
  [1, 'Please wait 1 second.'],
  [90, 'Please wait 90 seconds.'],
  [91, 'Please wait 2 minutes.'],
  [5400, 'Please wait 90 minutes.'],
  [5401, 'Please wait 2 hours.'],
  [86_400, 'Please wait 24 hours.'],
])('a wait of %i seconds is said as: %s', (wait, words) => {
  expect(said('en', wait)).toBe(words);
});

test('no wait up to a day is shown with a number above 90, in any language', () => {
  const found = languages.flatMap((language) =>
    [3600, 5400, 5401, 22 * 3600, 24 * 3600].map((wait) => Number(/\d+/.exec(said(language, wait))?.[0])),
  );
  expect(found.filter((count) => !(count <= 90))).toEqual([]);
});
