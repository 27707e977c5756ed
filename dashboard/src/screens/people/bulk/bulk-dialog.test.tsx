import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkKind } from './bulk-kinds.ts';

const person = (index: number, facts: Partial<User> = {}): User => ({
  id: `a0000000-0000-4000-8000-00000000010${index}`,
  name: `Person ${index}`,
  email: `person-${index}@northline.test`,
  method: 'password',
  secondStep: 'company',
  status: 'active',
  role: 'User',
  language: 'en',
  version: 1,
  ...facts,
});
const everybody = [
  person(1),
  person(2, { status: 'unconfirmed' }),
  person(3, { method: 'saml' }),
  person(4, { method: 'google' }),
];

/** Opens the dialog about people whom the service would change, but those who are so already. */
async function open(kind: BulkKind, users: readonly User[], value?: string) {
  const { ready, user } = renderInDashboard(<BulkDialog kind={kind} users={users} onClose={() => {}} />, {
    areas: ['people'],
    service: ({ entry }) => {
      expect(entry).toBe(userEndpoints.changeUsers);
      const results = users.map(({ id, method }) => ({
        id,
        ok: true,
        version: 1,
        ...(method === value && { reason: 'unchanged' as const }),
      }));
      return { ok: true, answer: { results } };
    },
  });
  await ready;
  const dialog = await screen.findByRole('dialog');
  const choose = async (name: string) => user.click(await screen.findByRole('radio', { name }));
  const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  return { dialog, choose, lines };
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

test('the question about one person and its button have one name, and it can be enabled again', async () => {
  const { dialog, lines } = await open('disable', everybody.slice(0, 1));
  expect((await lines()).at(-1)).toBe(
    'Disabled accounts can be enabled again later. Ended sessions and links stay ended.',
  );
  expect(dialog.textContent).toContain("Disable Person 1's account?");
  expect(screen.getByRole('button', { name: 'Disable' }).dataset['variant']).toBe('danger');
});
