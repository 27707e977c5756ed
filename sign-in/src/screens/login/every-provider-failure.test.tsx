/** Tests that every failure of a sign-in at a provider shows words and a next step, by all pairs of call and failure. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import en from '#i18n/locales/en.json';
import laterEn from '#i18n/locales/later/en.json';
import { accountFailures, type Failing } from '#test/account-failures.ts';
import { base64url, openApp, refusalAnswer } from '#test/open-app.tsx';

const own = (name: 'ssoNotConfigured' | 'invalidCode'): Failing => {
  const { status, body } = refusalAnswer(name);
  return { name, answer: () => Response.json(body, { status }) };
};
const failures = [...accountFailures, own('ssoNotConfigured'), own('invalidCode')];
const words = new Set<string>([en.errors, laterEn.errors, en.fields].flatMap((each) => Object.values(each)));
words.add(en.wait.tooMany.replace('{{time}}', '2 minutes'));
const token = `${base64url({})}.${base64url({ nonce: 'nonce' })}.c2ln`;

const ways = {
  signInWithGoogle: `/login#id_token=${token}&state=state`,
  signInWithSsoCode: '/login/sso?code=code&state=state',
  startSso: '/login',
} as const;

let tried = 0;
for (const [name, path] of Object.entries(ways) as [keyof typeof ways, string][]) {
  test(`${name} × every failure: words and a next step`, async () => {
    for (const failing of failures) {
      const where = `${name}, ${failing.name}`;
      sessionStorage.setItem('google_attempt', '{"state":"state","nonce":"nonce"}');
      sessionStorage.setItem(
        'sso_attempt',
        JSON.stringify({
          state: 'state',
          codeVerifier: 'v'.repeat(43),
          redirectUrl: 'http://localhost:4000/',
        }),
      );
      const app = openApp({ [name]: () => ({ raw: failing.answer() }) }, { path });
      if (name === 'startSso') {
        fireEvent.click(await screen.findByRole('button', { name: en.login.sso }));
        await screen.findByText(laterEn.sso.lead);
        fireEvent.input(screen.getByLabelText(en.login.email), { target: { value: 'sam@northline.test' } });
        fireEvent.click(screen.getByRole('button', { name: laterEn.sso.submit }));
      }
      await waitFor(() =>
        expect(
          app.calls.map((call) => call.name),
          where,
        ).toContain(name),
      );
      await waitFor(() => {
        const said = screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '');
        expect(
          said.some((text) => [...words].some((each) => text.startsWith(each))),
          where,
        ).toBe(true);
        expect(document.querySelector('main [aria-busy]'), where).toBeNull();
      });
      const steps = document.querySelectorAll('main button:not([aria-disabled])');
      expect(steps.length, where).toBeGreaterThan(0);
      // The text about a wrong code mentions an email, which was not sent here.
      expect(document.body.textContent, where).not.toContain(laterEn.errors.invalidCode);
      tried += 1;
      await act(async () => cleanup());
      sessionStorage.clear();
      history.replaceState(null, '', '/login');
    }
  });
}

test('the count', () => {
  expect(tried).toBe(Object.keys(ways).length * failures.length);
});
