import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { openApp, type Reply } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('forgot-password');

const path = '/password/forgot';
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const submit = () => screen.getByRole('button', { name: 'Reset my password' });
const said = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

async function opened(...args: Parameters<typeof openApp>) {
  const [replies, options] = args;
  const app = openApp(replies, { path, ...options });
  await screen.findByRole('textbox', { name: 'Email' });
  return app;
}

test('the form has an email field and works without script', async () => {
  await opened();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Forgot your password?');
  await waitFor(() => expect(document.title).toBe('Forgot password – Northline'));
  const { form } = email();
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', null]);
  expect([email().name, email().type, email().autocomplete]).toEqual(['email', 'email', 'username']);
  expect(document.activeElement).toBe(email());
});

test.each([
  ['', 'This field is required.'],
  ['ada@', 'Invalid e-mail'],
])('%o is not sent: %s', async (typed, words) => {
  const app = await opened();
  if (typed) await app.user.type(email(), typed);
  await app.user.click(submit());
  expect(said()).toEqual([words]);
  expect(document.activeElement).toBe(email());
  expect(app.calls).toEqual([]);
});

test('the answer names the address as typed and the next step, and has the focus', async () => {
  const app = await opened({ recoverPassword: () => ({ answer: undefined }) });
  await app.user.type(email(), ' Ada@Northline.test {Enter}');
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(document.activeElement).toBe(heading);
  await waitFor(() => expect(document.title).toBe('Check your email – Northline'));
  expect(screen.getByText('Ada@Northline.test').tagName).toBe('STRONG');
  expect(app.calls).toMatchObject([{ name: 'recoverPassword', body: { email: 'Ada@Northline.test' } }]);
  expect(screen.getByText(/spam folder/)).toBeTruthy();
});

test.each([
  ['ada@gmail.com', 'Open Gmail', 'https://mail.google.com/mail/'],
  ['ada@hotmail.co.uk', 'Open Outlook', 'https://outlook.live.com/mail/'],
])('the mailbox of %s can be opened in a new tab', async (address, name, href) => {
  const app = await opened({ recoverPassword: () => ({ answer: undefined }) });
  await app.user.type(email(), `${address}{Enter}`);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(href);
  expect(link.getAttribute('target')).toBe('_blank');
});

test("a company's own domain has no link to a mailbox", async () => {
  const app = await opened({ recoverPassword: () => ({ answer: undefined }) });
  await app.user.type(email(), 'ada@northline.test{Enter}');
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull();
});

test('another address can be tried, starting from the one before', async () => {
  const app = await opened({ recoverPassword: () => ({ answer: undefined }) });
  await app.user.type(email(), 'ada@northline.test{Enter}');
  await app.user.click(await screen.findByRole('link', { name: 'Use another address' }));
  expect(email().value).toBe('ada@northline.test');
  expect(document.activeElement).toBe(email());
});

test('the mail can be sent again after 60 seconds, as a new request', async () => {
  const app = await opened({ recoverPassword: () => ({ answer: undefined }) });
  await app.user.type(email(), 'ada@northline.test');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'], shouldAdvanceTime: true });
  fireEvent.click(submit());
  const again = await screen.findByRole('button', { name: /^Send the email again/ });
  expect(again.getAttribute('aria-disabled')).toBe('true');
  expect(again.textContent).toContain('1:00');
  fireEvent.click(again);
  fireEvent.submit(again.closest('form') as HTMLFormElement);
  expect(app.calls).toHaveLength(1);

  act(() => vi.advanceTimersByTime(60_000));
  await waitFor(() => expect(again.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(again);
  await screen.findByText('Sent again. It can take a few minutes to arrive.');
  expect(app.calls).toHaveLength(2);
  expect(app.calls[0]?.key).not.toBe(app.calls[1]?.key);
  expect(again.getAttribute('aria-disabled')).toBe('true');
});

test('the typed email is passed from the login screen and back', async () => {
  const app = openApp({}, { path: '/login' });
  await app.user.type(email(), 'ada@northline.test');
  await app.user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  await screen.findByRole('heading', { name: 'Forgot your password?' });
  expect([location.pathname, location.search]).toEqual([path, '']);
  expect(email().value).toBe('ada@northline.test');
  await app.user.clear(email());
  await app.user.type(email(), 'ben@northline.test');
  await app.user.click(screen.getByRole('link', { name: 'Back to login' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(email().value).toBe('ben@northline.test');
});

test('a refusal with a wait shows the wait, and the typed email stays', async () => {
  const raw = () =>
    new Response('{"error":{"name":"rateLimited","message":"x"},"requestId":"r"}', {
      status: 429,
      headers: { 'retry-after': '30' },
    });
  const app = await opened({ recoverPassword: () => ({ raw: raw() }) });
  await app.user.type(email(), 'ada@northline.test{Enter}');
  await screen.findByText('Too many requests, please try again in 30 seconds.');
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('alert'));
  expect(email().value).toBe('ada@northline.test');
});

test('a second press during the call makes no second request', async () => {
  let answer: (reply: Reply<'recoverPassword'>) => void = () => {};
  const app = await opened({ recoverPassword: () => new Promise((resolve) => (answer = resolve)) });
  await app.user.type(email(), 'ada@northline.test');
  await app.user.dblClick(submit());
  await app.user.type(email(), '{Enter}');
  fireEvent.submit(email().form as HTMLFormElement);
  await waitFor(() => expect(app.calls).toHaveLength(1));
  expect([email().readOnly, submit().getAttribute('aria-busy')]).toEqual([true, 'true']);
  answer({ answer: undefined });
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(app.calls).toHaveLength(1);
});

test('posted without script, the form shows the same answer or the error', async () => {
  const posted = { form: 'recoverPassword', values: { email: 'ada@northline.test' } } as const;
  const first = openApp({}, { path, page: { posted: { ...posted, outcome: { ok: true, answer: null } } } });
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(screen.getByText('ada@northline.test')).toBeTruthy();
  first.unmount();
  const body = { error: { name: 'invalid', message: '' }, fields: { email: ['is_invalid'] }, requestId: 'r' };
  openApp(
    {},
    { path, page: { posted: { ...posted, outcome: { ok: false, status: 422, retryAfter: null, body } } } },
  );
  await screen.findByText('Invalid e-mail');
  expect(email().value).toBe('ada@northline.test');
});
