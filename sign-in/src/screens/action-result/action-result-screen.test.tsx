import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('action-result');

const unknown = ['Oh oh...', 'Something went wrong – Northline'] as const;
const table: [search: string, words: string, title: string][] = [
  ['?result=success', 'Your email address has been changed', 'Email address changed – Northline'],
  [
    '?result=code_expired',
    'This link has expired. We have sent you a new link by email.',
    'Link expired – Northline',
  ],
  [
    '?result=ttl',
    'This link has expired. Ask your admin for a new email change request.',
    'Link expired – Northline',
  ],
  [
    '?result=cancelled',
    'The email change can no longer be confirmed. If you still need it, ask your admin for a new email change request.',
    'Email change canceled – Northline',
  ],
  [
    '?result=too_late',
    "The email address of this account has already been changed. If you didn't want this, tell your company admin right away.",
    'Email address changed – Northline',
  ],
  // The first of two values counts, as everywhere in an address.
  ['?result=success&result=ttl', 'Your email address has been changed', 'Email address changed – Northline'],
  ['?result=unknown', ...unknown],
  ['', ...unknown],
  ['?result=', ...unknown],
  ['?result=Success', ...unknown],
  ['?result=__proto__', ...unknown],
  ['?result=<b>', ...unknown],
];

test.each(table)('/action_result%s: %s', async (search, words, title) => {
  openApp({}, { path: `/action_result${search}` });
  await screen.findByText(words);
  await waitFor(() => expect(document.title).toBe(title));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const actions = screen.getByRole('main').querySelectorAll('a, button');
  expect([...actions].map((action) => [action.textContent, action.getAttribute('href')])).toEqual([
    ['Log in', '/login'],
  ]);
});
