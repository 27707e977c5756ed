/** Tests that a 422 of a form posted without script shows only the messages of its fields (spec §5). */
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import { expect, test, vi } from 'vitest';

import { posted } from '#test/rendered-pages.ts';
import { refusalAnswer, settings } from '#test/open-app.tsx';

import { renderScreen } from './render.tsx';

const link = (page: '/password/reset' | '/users/confirmation'): PageData => ({
  link: { page, email: 'ada@northline.test', token: 'token', state: 'valid' },
});
const address = 'Invalid e-mail';
const required = 'This field is required.';
const guessed = 'This password is easy to guess. Please choose another one.';

/** The form, the page that shows it, the fields of the 422, and the expected text of all alerts. */
const cases: [PostableForm, string, Record<string, string[]>, string[], PageData?][] = [
  ['signInWithPassword', '/login', { email: ['is_invalid'] }, [address]],
  ['recoverPassword', '/password/forgot', { email: ['is_invalid'] }, [address]],
  ['signUp', '/signup', { email: ['is_invalid'] }, [address]],
  [
    'signInWithPassword',
    '/login',
    { email: ['is_required'], password: ['is_required'] },
    [required, required],
  ],
  ['verifyCode', '/login', { code: ['is_required'] }, [required]],
  ['recoverPassword', '/password/forgot', { email: ['is_required'] }, [required]],
  ['resetPassword', '/password/reset', { password: ['is_common'] }, [guessed], link('/password/reset')],
  [
    'acceptInvitation',
    '/users/confirmation',
    { password: ['is_common'] },
    [guessed],
    link('/users/confirmation'),
  ],
  ['signUp', '/signup', { name: ['is_required'], companyName: ['is_required'] }, [required, required]],
  // A field that the form does not have: shown above the form.
  ['verifyCode', '/login', { session: ['is_invalid'] }, ["Some of the information isn't valid."]],
];

// Rendered before the tests: React warns about two renderers in one set of modules, which only a test has.
const drawn = await Promise.all(
  cases.map(async ([form, path, fields, words, more]) => {
    const values = { email: 'ada@', session: 'challenge' };
    const page = { ...posted(form, refusalAnswer('invalid', { fields }), values), ...more };
    const { html } = await renderScreen({ path, search: '', language: 'en', config: settings, page });
    const alerts = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('[role=alert]');
    return { form, fields, words, said: [...alerts].map((alert) => alert.textContent).filter(Boolean) };
  }),
);
vi.resetModules();

test("without script a 422 shows only the messages of its fields; a malformed address is an 'Invalid e-mail'", () => {
  for (const { form, fields, words, said } of drawn)
    expect(said, `${form} ${JSON.stringify(fields)}`).toEqual(words);
});
