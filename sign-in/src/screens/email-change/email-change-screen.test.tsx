import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('email-change', 'email-change-cancel');

const pages = [
  [emailChangePath, 'Confirm your new email address'],
  [emailChangeCancelPath, 'Cancel the change to your email address?'],
] as const;

test.each(pages)('%s names the new address, and one button posts the token, once', async (path, title) => {
  openApp(
    {},
    {
      path: `${path}?token=token-of-the-mail`,
      page: { emailChange: { token: 'token-of-the-mail', newEmail: 'ada@new.test' } },
    },
  );
  expect(location.search).toBe('');
  await screen.findByRole('heading', { name: title });
  expect(screen.getByText('ada@new.test').tagName).toBe('STRONG');
  const button = screen.getByRole('button', { name: 'Confirm' });
  // Only the new address ends sessions: the screen repeats the email's text before the button.
  const signsOut = screen.queryByText("You'll be logged out on all your devices.");
  expect(signsOut?.compareDocumentPosition(button)).toBe(
    path === emailChangePath ? Node.DOCUMENT_POSITION_FOLLOWING : undefined,
  );
  const form = button.closest('form') as HTMLFormElement;
  expect([form.method, form.getAttribute('action')]).toEqual(['post', path]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ token: 'token-of-the-mail' });

  const [once, twice] = [createEvent.submit(form), createEvent.submit(form)];
  fireEvent(form, once);
  fireEvent(form, twice);
  expect([once.defaultPrevented, twice.defaultPrevented]).toEqual([false, true]);

  await act(async () => {
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  });
  const again = createEvent.submit(form);
  fireEvent(form, again);
  expect(again.defaultPrevented).toBe(false);
});

test.each(pages)('%s without its link says what to open and shows a next step', async (path, title) => {
  openApp({}, { path });
  await screen.findByRole('heading', { name: title });
  await screen.findByText(/Open our latest email/);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
});

test('offline the form is not posted, so the page and its token stay', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  openApp(
    {},
    { path: `${emailChangePath}?token=t`, page: { emailChange: { token: 't', newEmail: 'ada@new.test' } } },
  );
  await screen.findByText('Connection lost. Please check your internet connection.');
  const form = screen.getByRole('button', { name: 'Confirm' }).closest('form') as HTMLFormElement;
  const offline = createEvent.submit(form);
  fireEvent(form, offline);
  expect(offline.defaultPrevented).toBe(true);

  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  const again = createEvent.submit(form);
  fireEvent(form, again);
  expect(again.defaultPrevented).toBe(false);
});
