import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import en from '#i18n/locales/en.json';
import { openApp } from '#test/open-app.tsx';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const offer = () => screen.queryByRole('link', { name: en.login.offerSso });

/** Replaces the typed email and moves on to the password field. */
async function type(app: ReturnType<typeof openApp>, address: string): Promise<void> {
  await app.user.clear(email());
  await app.user.click(email());
  await app.user.paste(address);
  await app.user.tab();
}

test('an address of a company with single sign-on gets an offer that opens the SSO form with the address', async () => {
  const app = openApp({ checkSsoDomain: ({ domain }) => ({ answer: { sso: domain === 'claimed.test' } }) });
  await type(app, ' Sam@Claimed.test ');
  await waitFor(() => expect(offer()).not.toBeNull());
  // The focus stays where the person types.
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  // The address itself has not left the browser.
  expect(app.calls.map(({ name, body }) => [name, body])).toEqual([
    ['checkSsoDomain', { domain: 'claimed.test' }],
  ]);

  await type(app, 'petra@claimed.test');
  await type(app, 'ben@elsewhere.test');
  await waitFor(() => expect(offer()).toBeNull());
  await type(app, 'petra@claimed.test');
  await waitFor(() => expect(offer()).not.toBeNull());
  // Each domain is looked up once.
  expect(app.calls.map(({ body }) => body['domain'])).toEqual(['claimed.test', 'elsewhere.test']);

  await app.user.click(offer() as HTMLElement);
  await screen.findByText(laterEn.sso.lead);
  expect(email().value).toBe('petra@claimed.test');
  expect(document.activeElement).toBe(email());
});

test('a text that is not an address is not looked up', async () => {
  const app = openApp({ checkSsoDomain: () => ({ answer: { sso: true } }) });
  for (const typed of ['sam', 'sam@', '@claimed.example', 'sam@claimed', 'sam@claimed.example@x', '']) {
    await type(app, typed || ' ');
  }
  expect([offer(), app.calls]).toEqual([null, []]);
});

test('a failed lookup shows no offer and no error and is repeated later', async () => {
  let answers = false;
  const app = openApp({
    checkSsoDomain: () => (answers ? { answer: { sso: true } } : { refusal: 'rateLimited' }),
  });
  await type(app, 'sam@later.test');
  await waitFor(() => expect(app.calls).toHaveLength(1));
  expect(offer()).toBeNull();
  expect(screen.queryAllByRole('alert').filter(({ textContent }) => textContent !== '')).toEqual([]);
  answers = true;
  await type(app, 'sam@later.test');
  await waitFor(() => expect(offer()).not.toBeNull());
});
