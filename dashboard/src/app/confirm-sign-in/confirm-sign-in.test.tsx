import {
  ownAccountEndpoints,
  type OwnAccount,
  type OwnSession,
} from '@app/contract/dashboard/own-account.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { ConfirmSignIn } from './confirm-sign-in.tsx';

const { listOwnSessions, readAccount } = ownAccountEndpoints;
const account: OwnAccount = {
  id: 'a0000000-0000-4000-8000-000000000001',
  name: 'Ada',
  email: 'ada@northline.test',
  method: 'password',
  language: 'en',
  role: 'Admin',
  secondStep: 'off',
  company: { id: 'c0000000-0000-4000-8000-000000000001', name: 'Northline' },
  version: 0,
};

/** Asks for two calls at the same time, and shows the result of each. */
function Part() {
  const { reauthentication } = useCalls();
  const [told, setTold] = useState<boolean[]>([]);
  const ask = () => void Promise.all([reauthentication.confirm(), reauthentication.confirm()]).then(setTold);
  return (
    <>
      <button type="button" onClick={ask}>
        ask
      </button>
      <output>{told.join()}</output>
    </>
  );
}

async function open(
  failures: CallFailure[] = [],
  method: OwnAccount['method'] = 'password',
  sessions: Partial<OwnSession>[] = [],
) {
  const view = renderInDashboard(
    <>
      <Part />
      <ConfirmSignIn />
    </>,
    {
      service({ entry }) {
        if (entry === readAccount) return { ok: true, answer: { ...account, method } };
        if (entry === listOwnSessions)
          return { ok: true, answer: { items: sessions, total: sessions.length } };
        const failure = failures.shift();
        return failure ? { ok: false, failure } : { ok: true, answer: undefined };
      },
    },
  );
  await view.user.click(screen.getByRole('button', { name: 'ask' }));
  const dialog = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  const told = () => document.querySelector('output')?.textContent;
  const confirmations = () => view.calls.filter(({ entry }) => entry !== readAccount).length;
  const enter = async (password: string) => {
    const field = await screen.findByLabelText('Password');
    await view.user.type(field, password);
    // The test's document does not submit by Enter where the button is outside of the form.
    fireEvent.submit(field);
  };
  return { ...view, dialog, told, confirmations, enter };
}

test('two calls that ask at once share one dialog and one answer', async () => {
  const { enter, told, confirmations } = await open();
  await enter('Kestrel-Harbour-27!');
  await waitFor(() => expect(told()).toBe('true,true'));
  expect(confirmations()).toBe(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaving it is a no for both, and it can be asked again', async () => {
  const { user, told, confirmations } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(told()).toBe('false,false'));
  expect(confirmations()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('a wrong password is said at the field; too many are said with the wait; then the right one is taken', async () => {
  const refused = { kind: 'refused', refusal: 'credentials', status: 401 } as const;
  const { enter, told } = await open([refused, { kind: 'rateLimited', retryAfter: 890, status: 429 }]);
  await enter('wrong');
  expect(await screen.findByText('The password is incorrect.')).toBeTruthy();
  await enter('wrong');
  expect(await screen.findByText('Too many wrong passwords. Try again in 15 minutes.')).toBeTruthy();
  await enter('right');
  await waitFor(() => expect(told()).toBe('true,true'));
});

test('a session that has ended meanwhile is a no: its own dialog follows', async () => {
  const { enter, told } = await open([{ kind: 'sessionExpired', status: 401 }]);
  await enter('right');
  await waitFor(() => expect(told()).toBe('false,false'));
});

test.each([
  ['google', 'Log in with Google again'],
  ['saml', "Log in with your company's single sign-on again"],
] as const)('an account of %s is sent to its provider', async (method, words) => {
  const { dialog } = await open([], method);
  expect(await screen.findByRole('button', { name: 'Log in again' })).toBeTruthy();
  expect(dialog.textContent).toContain(words);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

const unasked = /without asking you to log in/;

test.each(['saml', 'google'] as const)('%s that did not ask again is said so', async (method) => {
  const first = await open([], method);
  expect(await screen.findByRole('button', { name: 'Log in again' })).toBeTruthy();
  expect(screen.queryByText(unasked)).toBeNull();
  await first.user.click(screen.getByRole('button', { name: 'Log in again' }));
  first.unmount();

  // The person comes back with a new session, and it is not recent either.
  const second = await open([], method, [{ current: true, signedInAt: Date.now() + 1 }]);
  expect(await screen.findByText(unasked)).toBeTruthy();
  second.unmount();

  // Not where the person came back without a new session, nor once a new session can be too old itself.
  for (const signedInAt of [Date.now() - minutes(20), Date.now() - minutes(6)]) {
    const { unmount } = await open([], method, [{ current: true, signedInAt }]);
    expect(await screen.findByRole('button', { name: 'Log in again' })).toBeTruthy();
    expect(screen.queryByText(unasked)).toBeNull();
    unmount();
  }
});
