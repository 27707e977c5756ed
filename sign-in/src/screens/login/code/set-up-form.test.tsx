import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import laterEn from '#i18n/locales/later/en.json';
import { codeStepAnswer, openApp, timesNow, tokensFor, type Reply } from '#test/open-app.tsx';

const email = 'ada@northline.test';
const passkey = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Northline' },
  userId: 'AQID',
  email,
  name: 'Ada',
};
const setUp = {
  setup: 'sealed',
  secret: 'ABCD',
  uri: 'otpauth://totp/Northline',
  qr: { size: 1, path: 'M0 0h1v1H0z' },
  passkey,
};
const credential = {
  id: 'AQID',
  response: {
    clientDataJSON: new Uint8Array([1]).buffer,
    attestationObject: new Uint8Array([2]).buffer,
    getTransports: () => ['internal'],
  },
};

/** Signs in up to the set-up, in a browser that answers `create` so. `keeps`: this device can keep a passkey. */
async function openSetUp(
  create: (options: CredentialCreationOptions) => Promise<unknown>,
  { keeps = true, reply }: { keeps?: boolean; reply?: Reply<'verifySetUp'> } = {},
) {
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => keeps,
    isConditionalMediationAvailable: async () => false,
  });
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create } as CredentialsContainer);
  // After the sign-in: whether another passkey is offered.
  vi.stubGlobal('fetch', async () => Response.json({ offered: false }));
  const app = openApp({
    signInWithPassword: () => ({ answer: codeStepAnswer() }),
    verifyCode: () => ({ answer: { setUp } }),
    verifySetUp: () => reply ?? { answer: tokensFor(email) },
  });
  await app.user.type(screen.getByRole('textbox', { name: 'Email' }), email);
  await app.user.type(screen.getByLabelText('Password'), 'Kestrel-Harbour-27!');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await app.user.type(await screen.findByRole('textbox', { name: 'Security code' }), '123456');
  await screen.findByRole('heading', { name: laterEn.code.setUpTitle });
  return app;
}
afterEach(() => vi.unstubAllGlobals());

const button = () => screen.findByRole('button', { name: laterEn.code.setUpPasskey });
const said = () => screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);
const callsOf = (app: { calls: readonly { name: string }[] }) =>
  app.calls.filter(({ name }) => name === 'verifySetUp');

test('a passkey is made with the options of the answer, and finishes the sign-in', async () => {
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(async () => credential);
  const app = await openSetUp(create);
  await app.user.click(await button());
  await screen.findByRole('heading', { name: 'Authentication successful!' });
  expect(create.mock.calls[0]?.[0].publicKey).toMatchObject({
    challenge: new Uint8Array(3),
    rp: passkey.rp,
    user: { id: new Uint8Array([1, 2, 3]), name: email, displayName: 'Ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(callsOf(app)).toEqual([
    expect.objectContaining({
      body: {
        email,
        session: 'challenge',
        setup: 'sealed',
        credential: {
          id: 'AQID',
          response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
        },
      },
    }),
  ]);
});

test('a cancelled ceremony leaves the page as it was', async () => {
  const create = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const app = await openSetUp(create);
  await app.user.click(await button());
  await waitFor(() => expect(create).toHaveBeenCalled());
  expect(callsOf(app)).toEqual([]);
  expect(said()).toEqual([]);
  expect(screen.getByRole('textbox', { name: laterEn.code.setUpLabel })).toHaveProperty('readOnly', false);
});

test('a refused passkey is said, and not as a wrong code of the app', async () => {
  const app = await openSetUp(async () => credential, {
    reply: { refusal: 'invalidCode', challenge: timesNow(4) },
  });
  await app.user.click(await button());
  await waitFor(() => expect(said().join(' ')).toContain(laterEn.code.setUpPasskeyWrong));
  await app.user.type(screen.getByRole('textbox', { name: laterEn.code.setUpLabel }), '654321');
  await waitFor(() => expect(said().join(' ')).toContain(laterEn.code.setUpWrong));
});

test('a browser that cannot keep one offers none', async () => {
  await openSetUp(async () => credential, { keeps: false });
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('button', { name: laterEn.code.setUpPasskey })).toBeNull();
});
