import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import en from '#i18n/locales/en.json';
import laterEn from '#i18n/locales/later/en.json';
import { createAppTexts, TextsContext } from '#i18n/use-texts.ts';

import { ErrorPageScreen, type ErrorPageKind } from './error-page-screen.tsx';

const table: [ErrorPageKind, string][] = [
  ['not-found', "We couldn't find the page you requested"],
  ['router-error', 'Something went wrong while navigating'],
  ['unknown', 'An error occurred and we are looking into it. Please try again later.'],
];

test.each(table)('%s: %s', (kind, words) => {
  const texts = createAppTexts({ language: 'en', catalogue: en, later: laterEn, reseller: 'Northline' });
  render(
    <TextsContext value={texts}>
      <ErrorPageScreen kind={kind} />
    </TextsContext>,
  );
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(words);
  expect(document.activeElement).toBe(heading);
  const [action, ...others] = screen.getAllByRole('link');
  expect([action?.textContent, action?.getAttribute('href'), others]).toEqual(['Go to login', '/login', []]);
});
