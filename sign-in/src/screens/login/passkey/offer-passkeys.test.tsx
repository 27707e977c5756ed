import { screen, waitFor } from '@testing-library/react';
import { minutes } from '@app/contract/fields/durations.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { openApp, tokensFor } from '#test/open-app.tsx';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = {
  id: 'AQID',
  response: {
    clientDataJSON: bytes('{}'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('handle'),
  },
};
/** What the browser was asked for a passkey. */
let asked: CredentialRequestOptions[];
let answer: (options: CredentialRequestOptions) => Promise<unknown>;
const signalled: unknown[] = [];

/** A browser that has passkeys, and offers them in a field where `conditional` says so. */
function browser(conditional: boolean | undefined): void {
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    signalUnknownCredential: async (unknown: unknown) => void signalled.push(unknown),
    ...(conditional !== undefined && { isConditionalMediationAvailable: async () => conditional }),
  });
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({
    get: (options: CredentialRequestOptions) => {
      asked.push(options);
      return answer(options);
    },
  } as CredentialsContainer);
}
beforeEach(() => {
  asked = [];
  signalled.length = 0;
  answer = () => new Promise(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const start = () => ({ answer: { challenge: 'AAAA', rpId: 'localhost' } });
const button = () => screen.findByRole('button', { name: laterEn.passkey.use });
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const alerts = () => screen.queryAllByRole('alert').filter(({ textContent }) => textContent !== '');

test('a browser without its own offer gets a quiet button, which signs in', async () => {
  browser(undefined);
  answer = () => Promise.resolve(credential);
  const app = openApp({
    startPasskeySignIn: start,
    signInWithPasskey: () => ({ answer: { basic: tokensFor('ada@northline.test') } }),
  });
  await app.user.click(await button());
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(asked).toEqual([
    { publicKey: { rpId: 'localhost', challenge: new Uint8Array(3), userVerification: 'required' } },
  ]);
  const { body } = app.calls.find(({ name }) => name === 'signInWithPasskey') ?? {};
  expect(body?.['credential']).toEqual({
    id: 'AQID',
    response: {
      clientDataJSON: 'e30',
      authenticatorData: 'ZGF0YQ',
      signature: 'c2lnbmF0dXJl',
      userHandle: 'aGFuZGxl',
    },
  });
});

test('a cancelled ceremony, and a service that does not answer, leave the page as it was', async () => {
  browser(false);
  answer = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  let answers = true;
  const app = openApp({ startPasskeySignIn: () => (answers ? start() : 'offline') });
  await app.user.type(email(), 'ada@northline.test');
  await app.user.click(await button());
  await waitFor(() => expect(asked).toHaveLength(1));
  answers = false;
  await app.user.click(await button());
  expect(app.calls.some(({ name }) => name === 'signInWithPasskey')).toBe(false);
  expect(alerts()).toEqual([]);
  expect(email().value).toBe('ada@northline.test');
  expect(screen.getByLabelText<HTMLInputElement>('Password').readOnly).toBe(false);
});

test('a passkey that the service does not know is signalled to the browser, and said', async () => {
  browser(false);
  answer = () => Promise.resolve(credential);
  const app = openApp({
    startPasskeySignIn: start,
    signInWithPasskey: () => ({ refusal: 'unknownPasskey' }),
  });
  await app.user.click(await button());
  await screen.findByText(laterEn.errors.unknownPasskey);
  expect(signalled).toEqual([{ rpId: 'localhost', credentialId: 'AQID' }]);
});

test('the offer in the email field gets another challenge before the old one ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  browser(true);
  answer = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  const app = openApp({ startPasskeySignIn: start });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.mediation).toBe('conditional');
  expect(email().getAttribute('autocomplete')).toBe('username webauthn');
  expect(screen.queryByRole('button', { name: laterEn.passkey.use })).toBeNull();
  await vi.advanceTimersByTimeAsync(minutes(4) - 1000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked[0]?.signal?.aborted).toBe(true);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(app.calls.map(({ name }) => name)).toEqual(['startPasskeySignIn', 'startPasskeySignIn']);
});
