import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import en from '#i18n/locales/en.json';
import { openApp } from '#test/open-app.tsx';

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const offer = () => screen.queryByRole('link', { name: en.login.offerSso });

/** Types over what is there and goes on to the password. */
async function type(app: ReturnType<typeof openApp>, address: string): Promise<void> {
  await app.user.clear(email());
  await app.user.click(email());
  await app.user.paste(address);
  await app.user.tab();
}

test('who types an address of a company with single sign-on is offered it, and goes on with the address', async () => {
  const app = openApp({ checkSsoDomain: ({ domain }) => ({ answer: { sso: domain === 'claimed.test' } }) });
  await type(app, ' Sam@Claimed.test ');
  await waitFor(() => expect(offer()).not.toBeNull());
  // The person goes on typing where they were.
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
  // Each domain is asked about once.
  expect(app.calls.map(({ body }) => body['domain'])).toEqual(['claimed.test', 'elsewhere.test']);

  await app.user.click(offer() as HTMLElement);
  await screen.findByText(laterEn.sso.lead);
  expect(email().value).toBe('petra@claimed.test');
  expect(document.activeElement).toBe(email());
});

test('what is no address is not asked about', async () => {
  const app = openApp({ checkSsoDomain: () => ({ answer: { sso: true } }) });
  for (const typed of ['sam', 'sam@', '@claimed.example', 'sam@claimed', 'sam@claimed.example@x', '']) {
    await type(app, typed || ' ');
  }
  expect([offer(), app.calls]).toEqual([null, []]);
});

test('what could not be asked offers nothing, says nothing, and is asked again', async () => {
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
