/** Tests that every state of an account screen shows words and a next step for every failure, by all pairs. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { LinkState } from '@app/contract/pages/links.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import en from '#i18n/locales/en.json';
import laterEn from '#i18n/locales/later/en.json';
import { accountFailures as failures, type Failing } from '#test/account-failures.ts';
import { accountForms as forms, email } from '#test/account-forms.ts';
import { openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens(
  'forgot-password',
  'new-password',
  'invitation',
  'sign-up',
  'confirm-sign-up',
  'confirm-device',
  'disown-sign-in',
  'remove-passkey',
);

const known = new Set<string>(
  JSON.stringify([en, laterEn])
    .match(/"(?:[^"\\]|\\.)*"/g)
    ?.map((text) => JSON.parse(text) as string),
);
const main = () => document.querySelector('main') as HTMLElement;
const heading = () => main().querySelector('h1')?.textContent ?? '';
const alerts = () =>
  [...main().querySelectorAll<HTMLElement>('[role=alert]')].filter(({ textContent }) => textContent);

/** The visible words and the possible next steps. */
function expectWordsAndNextStep({ words }: Failing, where: string): void {
  const said = alerts().map((alert) => alert.textContent ?? '');
  for (const text of said) {
    expect(
      // A text with a value is known by what is before the value.
      [...known].some((each) => text.startsWith(each.split('{{')[0] || each)),
      `${where}: ${text}`,
    ).toBe(true);
    // These forms have no credentials.
    expect(text, where).not.toContain(en.errors.credentials);
  }
  expect(known.has(heading()), `${where}: ${heading()}`).toBe(true);
  // Either the form stays with words, or the heading names the state of the link.
  const { expired, used, cancelled, unknown } = laterEn.link;
  const notGood = [expired, used, cancelled, unknown];
  expect(said.length > 0 || notGood.includes(heading()), where).toBe(true);
  if (words && !notGood.includes(heading())) expect(said.join(' '), where).toContain(words);
  const steps = [...main().querySelectorAll('a[href], button:not([aria-disabled])')].filter(
    ({ textContent }) => textContent,
  );
  expect(steps.length, where).toBeGreaterThan(0);
}

let tried = 0;

for (const { name, path, typed, button, form, link: held } of forms) {
  test(`${name} × every failure: words, a next step, and nothing typed is lost`, async () => {
    for (const failing of failures) {
      const where = `${name}, ${failing.name}`;
      const app = openApp(
        {
          checkLink: () => ({ answer: { state: 'valid' as LinkState } }),
          [form]: () => ({ raw: failing.answer() }),
        },
        { path, page: held ? { link: held } : {} },
      );
      const send = await screen.findByText(button, { selector: 'main button *' });
      for (const [label, value] of Object.entries(typed))
        fireEvent.input(screen.getByLabelText(label), { target: { value } });
      fireEvent.click(send.closest('button') ?? send);
      await waitFor(() =>
        expect(
          app.calls.some((call) => call.name === form),
          where,
        ).toBe(true),
      );
      await waitFor(() => expect(main().querySelector('[aria-busy]'), where).toBeNull());
      expectWordsAndNextStep(failing, where);
      for (const [label, value] of Object.entries(typed))
        expect(screen.getByLabelText<HTMLInputElement>(label).value, where).toBe(value);
      tried += 1;
      cleanup();
      sessionStorage.clear();
    }
  }, 120_000);

  test(`${name}, posted without script × every failure: words and a next step`, async () => {
    for (const failing of failures) {
      let answer: Response;
      try {
        answer = failing.answer();
      } catch {
        continue;
      }
      const where = `${name} posted, ${failing.name}`;
      const body = (await answer.text().then((text) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          return text;
        }
      })) as unknown;
      const { status, headers } = answer;
      openApp(
        { checkLink: () => ({ answer: { state: 'valid' } }) },
        {
          path,
          page: {
            ...(held && { link: held }),
            posted: {
              form,
              values: { email },
              outcome: { ok: false, status, retryAfter: headers.get('retry-after'), body },
            },
          },
        },
      );
      await screen.findByText(button, { selector: 'main button *' });
      expectWordsAndNextStep(failing, where);
      tried += 1;
      cleanup();
      sessionStorage.clear();
    }
  }, 120_000);
}

const linkForms = forms.filter(({ link: held }) => held);
for (const { name, path, link: held } of linkForms) {
  test(`${name}: the check of its link × every failure`, async () => {
    for (const failing of failures) {
      const where = `${name} checked, ${failing.name}`;
      const page = held?.page ?? '/password/reset';
      const token = page === '/users/confirmation' ? 'confirmation_token' : 'code';
      openApp(
        { checkLink: () => ({ raw: failing.answer() }) },
        { path: `${path}?email=${encodeURIComponent(email)}&${token}=token` },
      );
      await waitFor(() => expect(heading(), where).not.toMatch(/^(|Loading|Checking your link)$/));
      expectWordsAndNextStep(failing, where);
      tried += 1;
      cleanup();
      sessionStorage.clear();
    }
  }, 120_000);
}

test('the count', () => {
  const pairs = forms.length * (2 * failures.length - 1) + linkForms.length * failures.length;
  expect(tried).toBe(pairs);
  expect(new Set(forms.map(({ form }) => form))).toEqual(
    // The form of a device link is a state of the login screen (login/password-blocked.test.tsx).
    new Set(Object.keys(accountEndpoints).filter((each) => !/^(checkLink|sendDeviceLink)$/.test(each))),
  );
});
