import { type Policy, singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { useRead } from '#calls/use-read.ts';
import { personOf, renderInDashboard } from '#test/render-in-dashboard.tsx';

import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkKind } from './bulk-kinds.ts';

beforeEach(() => sessionStorage.clear());

const everybody = [
  personOf(1),
  personOf(2, { status: 'unconfirmed' }),
  personOf(3, { method: 'saml' }),
  personOf(4, { method: 'google' }),
];

/** Opens the dialog about people whom the service would change, but those who are so already. */
async function open(
  kind: BulkKind,
  users: readonly User[],
  value?: string,
  /** `reason` of every result, `policy` besides the second step. */
  { reason, policy }: { reason?: 'invitedAgain'; policy?: Pick<Policy, 'providerStep'> } = {},
) {
  const { ready, user } = renderInDashboard(<BulkDialog kind={kind} users={users} onClose={() => {}} />, {
    areas: ['people'],
    service: ({ entry }) => {
      if (entry === singleSignOnEndpoints.readPolicy)
        return { ok: true, answer: { secondStep: 'always', ...policy } };
      expect(entry).toBe(userEndpoints.changeUsers);
      const results = users.map(({ id, method }) => ({
        id,
        ok: true,
        version: 1,
        ...(reason && { reason }),
        ...(method === value && { reason: 'unchanged' as const }),
      }));
      return { ok: true, answer: { results } };
    },
  });
  await ready;
  const dialog = await screen.findByRole('dialog');
  const choose = async (name: string) => user.click(await screen.findByRole('radio', { name }));
  const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  return { dialog, choose, lines, user };
}

test('only people who have a password lose it, and the button is red', async () => {
  const { choose, lines } = await open('method', everybody, 'google');
  await choose('Google');
  expect(await lines()).toEqual([
    '3 people log in with Google from now on, and are logged out everywhere.',
    '1 password is deleted.',
    "1 person already has this setting and won't change.",
    "This can't be undone.",
  ]);
  expect(screen.getByRole('button', { name: 'Apply to 3 people' }).dataset['variant']).toBe('danger');
});

test('who is invited again by being enabled gets an email, so there is no Undo', async () => {
  const invited = personOf(1, { status: 'disabled', method: 'google' });
  const { lines } = await open('enable', [invited], undefined, { reason: 'invitedAgain' });
  expect(await lines()).toEqual([
    '1 person gets a new invitation by email. Earlier links stop working.',
    "This can't be undone.",
  ]);
});

test('two-step verification counts people without a password apart', async () => {
  const { choose, lines } = await open('secondStep', everybody);
  await choose('At every login');
  expect(await lines()).toEqual([
    'Applies to 2 people from their next login. Current sessions continue.',
    '2 people log in without a password, so without a code: it applies only once they have a password.',
    'You can undo this for 10 seconds.',
  ]);
  expect(screen.getByRole('button', { name: 'Apply to 4 people' }).dataset['variant']).toBe('primary');
});

test('where the second step follows Google and single sign-on, it applies to everybody now', async () => {
  const { choose, lines } = await open('secondStep', everybody, undefined, {
    policy: { providerStep: 'unlessProven' },
  });
  await choose('Never');
  expect((await lines())[0]).toBe('Applies to 4 people from their next login. Current sessions continue.');
  expect(await lines()).toHaveLength(2);
});

test('an admin loses the role by a red button, and gets it by one that is not', async () => {
  const { choose, lines } = await open('role', [personOf(1, { role: 'Admin' })]);
  const apply = () => screen.getByRole('button', { name: 'Apply to 1 person' }).dataset['variant'];
  await choose('User');
  expect((await lines()).at(-1)).toBe('You can change this again at any time.');
  expect(apply()).toBe('danger');
  await choose('Admin');
  await lines();
  expect(apply()).toBe('primary');
});

test('a weaker second step is red and can be undone, a stronger one is not and cannot', async () => {
  const { choose, lines } = await open('secondStep', [personOf(1, { secondStep: 'unrecognised' })]);
  const apply = () => screen.getByRole('button', { name: 'Apply to 1 person' }).dataset['variant'];
  await choose('Never');
  expect((await lines()).at(-1)).toBe('You can undo this for 10 seconds.');
  expect(apply()).toBe('danger');
  await choose('At every login');
  expect((await lines()).at(-1)).toBe('You can change this again at any time.');
  expect(apply()).toBe('primary');
});

test.each([
  ['Never', true],
  ['At every login', false],
])('after the second step was set to “%s” the toast offers Undo: %s', async (value, offered) => {
  const { choose, user } = await open('secondStep', [personOf(1, { secondStep: 'unrecognised' })]);
  await choose(value);
  await user.click(await screen.findByRole('button', { name: 'Apply to 1 person' }));
  await screen.findAllByText('Two-step verification set for 1 person.');
  // The toast is behind the dialog, which its opener closes.
  expect(screen.queryAllByRole('button', { name: 'Undo', hidden: true })).toHaveLength(offered ? 1 : 0);
});

test('the choices stay where they are when the preview comes: its room is kept, under a fixed top', async () => {
  const { dialog, choose, lines } = await open('method', everybody);
  const room = () => dialog.querySelector('[data-waits]');
  expect(dialog.closest('[data-placement]')?.getAttribute('data-placement')).toBe('top');
  const kept = room();
  expect(kept?.childElementCount).toBe(0);
  await choose('Google');
  expect((await lines()).length).toBeGreaterThan(0);
  expect(room()).toBe(kept);
  expect(kept?.querySelector('[role=status]')).not.toBeNull();
});

test('the question about one person and its button have one name, and it can be enabled again', async () => {
  const { dialog, lines } = await open('disable', everybody.slice(0, 1));
  expect((await lines()).at(-1)).toBe(
    'Disabled accounts can be enabled again later. Ended sessions and links stay ended.',
  );
  expect(dialog.textContent).toContain("Disable Person 1's account?");
  expect(screen.getByRole('button', { name: 'Disable' }).dataset['variant']).toBe('danger');
});

test('it closes when the list shows the change: the next one is made to the accounts as they are now', async () => {
  const users = [personOf(1)];
  const List = () => String(useRead(userEndpoints.listUsers, {}).answer?.items[0]?.version);
  let onClose = false;
  const reads: PromiseWithResolvers<void>[] = [];
  const { ready, user } = renderInDashboard(
    <>
      <List />
      <BulkDialog kind="role" users={users} onClose={() => (onClose = true)} />
    </>,
    {
      areas: ['people'],
      service: async ({ entry }) => {
        if (entry === singleSignOnEndpoints.readPolicy) return { ok: true, answer: { secondStep: 'always' } };
        if (entry === userEndpoints.changeUsers)
          return { ok: true, answer: { results: [{ id: users[0]?.id ?? '', ok: true, version: 2 }] } };
        const read = Promise.withResolvers<void>();
        reads.push(read);
        if (reads.length > 1) await read.promise;
        return { ok: true, answer: { items: [personOf(1, { version: reads.length })], total: 1 } };
      },
    },
  );
  await ready;
  await user.click(await screen.findByRole('radio', { name: 'Admin' }));
  await user.click(await screen.findByRole('button', { name: 'Apply to 1 person' }));
  await waitFor(() => expect(reads).toHaveLength(2));
  expect(onClose).toBe(false);
  reads[1]?.resolve();
  await waitFor(() => expect(onClose).toBe(true));
  expect(document.body.textContent).toContain('2');
});

test('after a failure it says how far the change came, and does what is chosen then', async () => {
  const users = [personOf(1), personOf(2)];
  let failed = false;
  const { ready, user, calls } = renderInDashboard(
    <BulkDialog kind="role" users={users} onClose={() => {}} />,
    {
      areas: ['people'],
      service: ({ entry, input }) => {
        if (entry === singleSignOnEndpoints.readPolicy) return { ok: true, answer: { secondStep: 'always' } };
        if (!JSON.stringify(input).includes('preview')) {
          failed = true;
          return { ok: false, failure: { kind: 'network' } };
        }
        const results = users.map(({ id }, index) => ({
          id,
          ok: true,
          version: 1,
          ...(failed && index === 0 && { reason: 'unchanged' as const }),
        }));
        return { ok: true, answer: { results } };
      },
    },
  );
  await ready;
  await user.click(await screen.findByRole('radio', { name: 'Admin' }));
  await user.click(await screen.findByRole('button', { name: 'Apply to 2 people' }));
  const kept = () => Object.keys(sessionStorage).filter((key) => key.endsWith(':people.bulk'));
  expect(kept()).toHaveLength(1);
  await user.click(await screen.findByRole('radio', { name: 'User' }));
  // Nothing continues the change that is not chosen any more.
  expect(kept()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Apply to 1 person' }));
  const made = () =>
    calls
      .filter(({ entry }) => entry === userEndpoints.changeUsers)
      .map(({ input }) => JSON.stringify(input))
      .filter((input) => !input.includes('preview'));
  await waitFor(() => expect(made()).toHaveLength(2));
  expect(made().map((input) => /"role":"(\w+)"/.exec(input)?.[1])).toEqual(['Admin', 'User']);
});

test('a change that is made again after a failure counts everybody whom it began with', async () => {
  const users = [personOf(1), personOf(2)];
  let attempts = 0;
  const { ready, user } = renderInDashboard(<BulkDialog kind="role" users={users} onClose={() => {}} />, {
    areas: ['people'],
    service: ({ entry, input }) => {
      if (entry === singleSignOnEndpoints.readPolicy) return { ok: true, answer: { secondStep: 'always' } };
      if (!JSON.stringify(input).includes('preview')) {
        attempts += 1;
        return attempts === 1 ? { ok: false, failure: { kind: 'network' } } : new Promise(() => {});
      }
      const done = attempts > 0 && { reason: 'unchanged' as const };
      const results = users.map(({ id }, index) => ({ id, ok: true, version: 1, ...(index === 0 && done) }));
      return { ok: true, answer: { results } };
    },
  });
  await ready;
  await user.click(await screen.findByRole('radio', { name: 'Admin' }));
  await user.click(await screen.findByRole('button', { name: 'Apply to 2 people' }));
  await user.click(await screen.findByRole('button', { name: 'Apply to 1 person' }));
  await screen.findByText('0 of 2 people');
});
