/**
 * Tests the expiry of the mailed code (spec §4, requirements §4 "Second step"): the countdown, and what a new code
 * changes.
 */
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { challengeNow, codeStepAnswer, openApp, timesNow, type Reply } from '#test/open-app.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Security code' });
const resend = () => screen.getByRole('button', { name: 'Send new code' });
/** Waits for all pending answers; the test's clock advances by `ms`. */
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Signs in up to the code step with fake timers. */
async function openCodeStep(replies: Parameters<typeof openApp>[0] = {}) {
  openApp({ signInWithPassword: () => ({ answer: codeStepAnswer() }), ...replies });
  fireEvent.input(screen.getByRole('textbox', { name: 'Email' }), {
    target: { value: 'ada@northline.test' },
  });
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'Kestrel-Harbour-27!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  await settle();
  screen.getByRole('heading', { name: 'Enter security code' });
}

beforeEach(async () => {
  // Preloaded, as the page does at the first key.
  await import('./code-form.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => vi.useRealTimers());

test('the validity of the code is shown once; the countdown appears only in the last minute', async () => {
  await openCodeStep();
  expect(screen.getAllByText(/10 minutes/)).toHaveLength(1);
  await settle(539_000);
  expect(screen.queryByText(/expire/i)).toBeNull();
  await settle(1000);
  expect(screen.getByText('The code expires in 1:00')).toBeTruthy();
  await settle(59_000);
  expect(screen.getByText('The code expires in 0:01')).toBeTruthy();
});

test("an expired code makes 'Send new code' the main button and shows the way back; a new code undoes both", async () => {
  await openCodeStep({
    resendCode: () => {
      const { serverNow, codeExpiresAt, resendAt } = timesNow();
      return { answer: { serverNow, codeExpiresAt, resendAt } };
    },
  });
  const wayBack = () => screen.queryByRole('link', { name: 'Code expired? Try to login again' });
  const otherPerson = () => screen.queryByRole('link', { name: 'Not you? Start again' });
  const main = () =>
    screen
      .getAllByRole('button')
      .filter(({ dataset }) => dataset['variant'] === 'primary')
      .map(({ textContent }) => textContent);
  expect([main(), wayBack(), resend().dataset['variant']]).toEqual([['Verify'], null, 'quiet']);
  expect(otherPerson()).toBeTruthy();
  await settle(600_000);
  expect(main()).toEqual(['Send new code']);
  expect(wayBack()).toBeTruthy();
  expect(screen.getAllByText('The code has expired.').map(({ tagName }) => tagName)).toHaveLength(2);
  fireEvent.click(resend());
  await settle();
  expect([main(), wayBack()]).toEqual([['Verify'], null]);
  expect(otherPerson()).toBeTruthy();
});

test('after a request for a new code the field has the focus, whatever the answer', async () => {
  const { serverNow, codeExpiresAt, resendAt } = timesNow();
  const replies: Reply<'resendCode'>[] = [{ answer: { serverNow, codeExpiresAt, resendAt } }, 'offline'];
  await openCodeStep({ resendCode: () => replies.shift() ?? 'offline' });
  for (const words of ['We sent you a new code.', /Connection lost/]) {
    await settle(60_500);
    resend().focus();
    fireEvent.click(resend());
    await settle();
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(field());
  }
});

test('a wrong recovery code shows its error also after a new code was sent', async () => {
  const { serverNow, codeExpiresAt, resendAt } = timesNow();
  await openCodeStep({
    signInWithPassword: () => ({
      answer: challengeToWire({ ...challengeNow(), ways: ['authenticator', 'emailCode', 'recoveryCode'] }),
    }),
    resendCode: () => ({ answer: { serverNow, codeExpiresAt, resendAt } }),
    verifyRecoveryCode: () => ({ refusal: 'invalidCode', challenge: timesNow(4) }),
  });
  await settle(60_500);
  fireEvent.click(screen.getByRole('button', { name: 'Send a code by email instead' }));
  await settle();
  expect(screen.getByText('We sent you a new code.')).toBeTruthy();
  const recovery = screen.getByLabelText('Recovery code or temporary pass');
  fireEvent.input(recovery, { target: { value: 'AAAA-AAAA-AAAA-AAAA-AAAA' } });
  fireEvent.submit(recovery);
  await settle();
  expect(screen.getByText(/^Wrong or expired code/).textContent).toContain('4 tries left.');
});
