/** The page of one person: the name, where the person is logged in, and the devices that are known. */
import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import { userEndpoints, type UserDetails } from '@app/contract/dashboard/users.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import { PersonScreen } from './person-screen.tsx';

beforeEach(() => sessionStorage.clear());

const own = 'a0000000-0000-4000-8000-000000000001';
const at = Date.UTC(2026, 10, 3, 12);
const pass = '4V7QK-2M9XH-0C3PT-8RW5N';
const session = (index: number) => ({
  id: `b0000000-0000-4000-8000-00000000010${index}`,
  device: `Browser ${index}`,
  platform: 'authentication-ui',
  client: '192.0.2.7',
  signedInAt: at,
  lastUsedAt: at,
  expiresAt: at + 1,
});
const signIn = {
  id: 'e0000000-0000-4000-8000-000000000101',
  at,
  type: 'refreshReuse',
  outcome: 'success',
  platform: 'dashboard',
  client: '192.0.2.7',
};

async function open(facts: Partial<UserDetails> = {}, counts = { sessions: 2, devices: 1 }) {
  let user: UserDetails = {
    id: 'a0000000-0000-4000-8000-000000000101',
    name: 'Iwy Lang',
    email: 'ivy@northline.test',
    method: 'password',
    secondStep: 'company',
    status: 'active',
    role: 'User',
    language: 'de',
    version: 4,
    createdAt: at,
    ...facts,
  };
  let sessions = Array.from({ length: counts.sessions }, (_, index) => session(index + 1));
  let devices = Array.from({ length: counts.devices }, (_, index) => ({
    id: String(index).repeat(64),
    device: 'Firefox, Linux',
    knownAt: at,
    lastUsedAt: at,
  }));
  /** Done by another admin before the next change arrives. */
  let meanwhile: Partial<UserDetails> | undefined;
  const list = (items: object[]) => ({ ok: true as const, answer: { items, total: items.length } });
  const service: Service = ({ entry, input }) => {
    const params = input.params as Record<string, string> | undefined;
    switch (entry) {
      case userEndpoints.readUser:
        return { ok: true, answer: user };
      case userSessionEndpoints.listUserSessions:
        return list(sessions);
      case userSessionEndpoints.listUserDevices:
        return list(devices);
      case userSessionEndpoints.endUserSession:
        sessions = sessions.filter(({ id }) => id !== params?.['sessionId']);
        return { ok: true, answer: undefined };
      case userSessionEndpoints.forgetUserDevice:
        devices = devices.filter(({ id }) => id !== params?.['deviceId']);
        return { ok: true, answer: undefined };
      case userEndpoints.renameUser: {
        if (meanwhile) user = { ...user, ...meanwhile, version: user.version + 1 };
        meanwhile = undefined;
        const { name, version } = input.body as { name: string; version: number };
        if (version !== user.version)
          return { ok: false, failure: { kind: 'changedMeanwhile', present: user } };
        user = { ...user, name, version: version + 1 };
        return { ok: true, answer: user };
      }
      case userSessionEndpoints.removeUserFactors: {
        const { hasFactor: _, ...others } = user;
        user = others;
        return { ok: true, answer: undefined };
      }
      case userSessionEndpoints.giveTemporaryPass:
        return { ok: true, answer: { pass, until: at } };
      case signInLogEndpoints.listEvents:
        return list([signIn]);
      default:
        expect(entry).toBe(singleSignOnEndpoints.readPolicy);
        return { ok: true, answer: { secondStep: 'always' } };
    }
  };
  const view = renderInDashboard(<PersonScreen userId={user.id} listHref="/dashboard/people" />, {
    areas: ['people', 'me', 'sign-in-log'],
    service,
  });
  await view.ready;
  await screen.findByRole('region', { name: 'Profile' });
  return {
    ...view,
    renames: () =>
      view.calls.flatMap(({ entry, input }) => (entry === userEndpoints.renameUser ? [input.body] : [])),
    meanwhile: (change: Partial<UserDetails>) => void (meanwhile = change),
  };
}
const region = (name: string) => screen.getByRole('region', { name });
const rowsOf = (name: string) => within(region(name)).queryAllByRole('listitem');

async function openRename(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Change: Name' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the name' });
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  return { dialog, field };
}

test('an admin corrects a name, by the rules for names', async () => {
  const { user, renames } = await open();
  const { dialog, field } = await openRename(user);
  expect(field.value).toBe('Iwy Lang');
  for (const [wrong, words] of [
    [' ', 'This field is required.'],
    ['x'.repeat(101), 'The name is too long (maximum is 100 characters)'],
  ] as const) {
    await user.clear(field);
    await user.type(field, `${wrong}{Enter}`);
    expect(await within(dialog).findByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(field);
  }
  expect(renames()).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Ivy Lang{Enter}');
  expect((await screen.findAllByText('The name was changed.')).length).toBeGreaterThan(0);
  expect(renames()).toEqual([{ name: 'Ivy Lang', version: 4 }]);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ivy Lang'));
  // The next change begins with the new name.
  expect((await openRename(user)).field.value).toBe('Ivy Lang');
});

test('the factors of a person who lost them are removed by one dialog, which goes with them', async () => {
  const { user } = await open({ hasFactor: true });
  const action = 'Reset two-step verification';
  await user.click(screen.getByRole('button', { name: action }));
  const dialog = await screen.findByRole('alertdialog', { name: `${action} for Iwy Lang?` });
  await user.click(within(dialog).getByRole('button', { name: 'Reset' }));
  expect((await screen.findAllByText('Two-step verification was reset.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('button', { name: action })).toBeNull());
});

test('a person who lost every factor gets a pass, which is shown once with how it is used', async () => {
  const { user } = await open({ secondStepAsked: true });
  const action = 'Give a temporary pass';
  await user.click(screen.getByRole('button', { name: action }));
  const question = await screen.findByRole('alertdialog', { name: 'Give Iwy Lang a temporary pass?' });
  await user.click(within(question).getByRole('button', { name: 'Give pass' }));
  const shown = await screen.findByRole('dialog', { name: 'Temporary pass for Iwy Lang' });
  expect(within(shown).getByText(pass)).toBeTruthy();
  expect(shown.textContent).toContain('works once, until Nov 3, 2026');
  expect(shown.textContent).toContain('"Use a recovery code or temporary pass"');
  await user.click(within(shown).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(pass);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(pass)).toBeNull());
});

test.each([{ id: own }, { method: 'google' }, { status: 'disabled' }, { addressLost: true }] as const)(
  'nobody gives a pass to an account that no pass helps: %j',
  async (facts) => {
    await open(facts);
    expect(screen.queryByRole('button', { name: 'Give a temporary pass' })).toBeNull();
  },
);

test('a new role does not stop a new name, and another name is not overwritten unasked', async () => {
  const { user, renames, meanwhile } = await open();
  meanwhile({ role: 'Admin' });
  const first = await openRename(user);
  await user.type(first.field, ' One{Enter}');
  await waitFor(() => expect(renames()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  meanwhile({ name: 'Ivy Two' });
  const { dialog, field } = await openRename(user);
  await user.type(field, ' Three{Enter}');
  expect(await within(dialog).findByText(/to "Ivy Two" in the meantime/)).toBeTruthy();
  expect(field.value).toBe('Iwy Lang One Three');
  await user.type(field, '{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(renames().at(-1)).toEqual({ name: 'Iwy Lang One Three', version: 7 });
});

test('shows when the account was made, and the events in words', async () => {
  await open();
  expect(region('Profile').textContent).toContain('Account createdNov 3, 2026');
  expect(await screen.findByText('Session ended for security: its token was used twice')).toBeTruthy();
});

test('one session is ended, and one device forgotten', async () => {
  const { user, calls } = await open();
  await waitFor(() => expect(rowsOf('Sessions')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'End session: Browser 2' }));
  await waitFor(() => expect(rowsOf('Sessions')).toHaveLength(1));
  expect(rowsOf('Sessions')[0]?.textContent).toContain('Browser 1');
  expect(screen.getAllByText('The session was ended.').length).toBeGreaterThan(0);

  await user.click(await screen.findByRole('button', { name: 'Forget device: Firefox, Linux' }));
  expect(await screen.findByText('No known devices yet')).toBeTruthy();
  const changes = calls.filter(({ entry }) => entry.method !== 'GET').map(({ input }) => input.params);
  const userId = 'a0000000-0000-4000-8000-000000000101';
  expect(changes).toEqual([
    { userId, sessionId: session(2).id },
    { userId, deviceId: '0'.repeat(64) },
  ]);
});

test('of many sessions the first ones are shown, and the others on demand', async () => {
  const { user } = await open({}, { sessions: 7, devices: 0 });
  await waitFor(() => expect(rowsOf('Sessions')).toHaveLength(3));
  expect(region('Sessions').textContent).toContain('3 of 7');
  await user.click(within(region('Sessions')).getByRole('button', { name: 'Show more' }));
  expect(rowsOf('Sessions')).toHaveLength(7);
  expect(within(region('Sessions')).queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the own sessions lead to My account, and an invited person has none', async () => {
  const first = await open({ id: own });
  await waitFor(() => expect(rowsOf('Sessions')).toHaveLength(2));
  expect(within(region('Sessions')).queryAllByRole('button')).toEqual([]);
  expect(within(region('Sessions')).getByRole('link', { name: 'My account' }).getAttribute('href')).toBe(
    '/dashboard/me',
  );
  first.unmount();
  await open({ status: 'unconfirmed' }, { sessions: 0, devices: 0 });
  expect(await screen.findByText('Not logged in anywhere.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Log this person out' })).toBeNull();
});
