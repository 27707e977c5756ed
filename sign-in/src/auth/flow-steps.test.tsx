/** Tests that the app raises the steps of spec §4 as events (`session/src/log/log-calls.ts`). */
import { challengeToWire } from '@app/contract/calls/wire-names.ts';
import { flowStepEvent } from '@app/session/log/log-calls.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { base64url, challengeNow, openApp, timesNow, tokensFor } from '#test/open-app.tsx';

const steps: unknown[] = [];
const listen = (event: Event): void => void steps.push((event as CustomEvent).detail);
beforeEach(() => {
  steps.length = 0;
  addEventListener(flowStepEvent, listen);
});
afterEach(() => removeEventListener(flowStepEvent, listen));

const signedIn = () => screen.findByRole('heading', { name: 'Authentication successful!' });

test('a sign-in with password and code raises password, mfa.init, mfa.resend and mfa.code', async () => {
  const app = openApp({
    signInWithPassword: () => ({ answer: challengeToWire({ ...challengeNow(), resendAt: Date.now() }) }),
    resendCode: () => ({ answer: timesNow() }),
    verifyCode: () => ({ answer: tokensFor('ada@northline.test') }),
  });
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!');
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(steps).toEqual(['password', 'mfa.init']);
  await app.user.click(screen.getByRole('button', { name: 'Send new code' }));
  await waitFor(() => expect(steps).toContain('mfa.resend'));
  await app.user.type(screen.getByRole('textbox'), '123456');
  await signedIn();
  expect(steps).toEqual(['password', 'mfa.init', 'mfa.resend', 'mfa.code']);
});

test('a sign-in without a code raises no mfa.init', async () => {
  const app = openApp({ signInWithPassword: () => ({ answer: { basic: tokensFor('ben@northline.test') } }) });
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ben@northline.test');
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!');
  await app.user.keyboard('{Enter}');
  await signedIn();
  expect(steps).toEqual(['password']);
});

test('leaving for Google raises google.init, the return raises google.code', async () => {
  const app = openApp();
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  await app.user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
  await waitFor(() => expect(steps).toEqual(['google.init']));
  const { state, nonce } = JSON.parse(sessionStorage.getItem('google_attempt') ?? '{}') as Record<
    string,
    string
  >;
  app.unmount();
  const idToken = `${base64url({ alg: 'RS256' })}.${base64url({ nonce, email: 'gil@northline.test' })}.c2ln`;
  const back = openApp(
    { signInWithGoogle: () => ({ answer: { ...tokensFor('gil@northline.test'), auth_strategy: 'google' } }) },
    { path: `/login#id_token=${idToken}&state=${state}` },
  );
  await signedIn();
  expect(steps).toEqual(['google.init', 'google.code']);
  expect(back.calls[0]?.body).toEqual({ idToken, clientType: 'web' });
});
