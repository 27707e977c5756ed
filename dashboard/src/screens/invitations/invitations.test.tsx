import { invitationEndpoints, type Invitation } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { type MadeCall, renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import { InviteScreen } from './inviting/invite-screen.tsx';
import { ListScreen } from './list/list-screen.tsx';

const { listInvitations, resendInvitations } = invitationEndpoints;
const overview = {
  invitationsWaiting: 1190,
  invitationsExpired: 10,
  domainsLost: 0,
  refreshReuses: 0,
  certificateEnds: [],
};
const all = Array.from({ length: 1200 }, (_, n): Invitation => ({
  id: `id-${n}`,
  email: `person-${n}@northline.test`,
  name: '',
  role: 'User',
  language: 'en',
  method: 'password',
  state: 'waiting',
  sentAt: Date.UTC(2026, 10, 25),
  expiresAt: Date.UTC(2026, 11, 2),
}));
const idsOf = ({ input }: MadeCall): readonly string[] => (input.body as { ids: string[] }).ids;

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/dashboard/invitations');
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {});
});

/** The list of all invitations; the service sends them again or revokes them, but fails at the given parts. */
async function openList(...failing: number[]) {
  const parts: MadeCall[] = [];
  const { ready } = renderInDashboard(<ListScreen />, {
    areas: ['invitations'],
    service(call) {
      if (call.entry === signInLogEndpoints.readOverview) return { ok: true, answer: overview };
      if (call.entry === listInvitations) {
        // Few rows on the screen: looking for roles among many takes long.
        const { cursor = '', pageSize = '3' } = (call.input.query ?? {}) as Record<string, string>;
        const end = Number(cursor) + Number(pageSize);
        const items = all.slice(Number(cursor), end);
        const next = end < all.length && { nextCursor: String(end) };
        return { ok: true, answer: { items, total: all.length, ...next } };
      }
      parts.push(call);
      if (failing.includes(parts.length)) return { ok: false, failure: { kind: 'network' } };
      return { ok: true, answer: { results: idsOf(call).map((id) => ({ id, ok: true })) } };
    },
  });
  await ready;
  await screen.findByRole('checkbox', { name: /this page/ });
  return parts;
}

/** Sends all again. */
async function resendAll() {
  await userEvent.click(screen.getByRole('checkbox', { name: /this page/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 1,200' }));
  await screen.findAllByText('1,200 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
}

test('all of 1,200 invitations are sent again in parts; after a failure the rest continues with the same key', async () => {
  const parts = await openList(2);
  expect(await screen.findByRole('option', { name: 'Pending (1,190)' })).toBeDefined();
  await resendAll();
  expect(await screen.findByRole('heading', { name: 'Paused' })).toBe(document.activeElement);
  expect(screen.getByText('500 of 1,200')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('1,200 invitations were sent again.')).toBeDefined();
  expect(parts.map(({ entry }) => entry === resendInvitations)).toEqual([true, true, true, true]);
  expect(parts.map((part) => idsOf(part).length)).toEqual([500, 500, 500, 200]);
  expect(parts[2]?.key).toBe(parts[1]?.key);
  const done = parts.filter((_, at) => at !== 1).flatMap(idsOf);
  // The last of the list first, so that the list keeps its order.
  expect(done.toReversed()).toEqual(all.map(({ id }) => id));
});

test('parts that have stopped can continue after one other invitation was sent again', async () => {
  await openList(2);
  await resendAll();
  await screen.findByRole('heading', { name: 'Paused' });
  await userEvent.click(screen.getByRole('button', { name: 'Send again: person-0@northline.test' }));
  await screen.findByText('The invitation was sent again.');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('1,200 invitations were sent again.')).toBeDefined();
});

test('what could not be sent again or revoked stays selected, to be tried again', async () => {
  const parts = await openList(1, 2);
  const bar = () => screen.queryByRole('toolbar', { name: 'Actions for the selected rows' });
  await userEvent.click(screen.getByRole('checkbox', { name: /this page/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findAllByText(/Connection lost/);
  await waitFor(() => expect(bar()?.getAttribute('aria-busy')).not.toBe('true'));
  expect(bar()?.textContent).toContain('3 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(bar()?.textContent).toContain('3 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(bar()).toBeNull());
  expect(parts.map((part) => idsOf(part).length)).toEqual([3, 3, 3]);
});

const invited = ({ input }: MadeCall) => (input.body as { invitations: { email: string }[] }).invitations;
const inviteAll: Service = (call) => ({
  ok: true,
  answer: { results: invited(call).map(({ email }) => ({ email, ok: true })) },
});

/** The screen that invites; the service invites everyone. */
async function openInviting(service = inviteAll) {
  const view = renderInDashboard(<InviteScreen />, { areas: ['invitations'], service });
  await view.ready;
  return view;
}
const email = () => screen.getByRole('textbox', { name: 'Email' });

test('the report says what was left out and leads to it; a new visit has an empty form', async () => {
  const view = await openInviting();
  await userEvent.click(email());
  await userEvent.paste('Ivy <ivy@a.test>, broken@, ben@b.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite 2 people' }));
  const report = await screen.findByText(/2 people were invited\. 1 row was left out/);
  await waitFor(() => expect(report.parentElement).toBe(document.activeElement));
  await userEvent.click(screen.getByRole('button', { name: 'Correct these rows' }));
  expect(document.activeElement?.textContent).toContain('broken@');
  await userEvent.click(screen.getByRole('button', { name: 'Remove invalid rows' }));
  expect(document.activeElement).toBe(email());

  await userEvent.type(email(), 'cara@c.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite 1 person' }));
  await screen.findByText('1 person was invited.');
  view.unmount();
  await openInviting();
  expect(email()).toHaveProperty('value', '');
  expect(screen.queryByText('1 person was invited.')).toBeNull();
});

test('a part whose answer was lost is sent again by the next visit, with its key, and the report names whom it left out', async () => {
  const parts: MadeCall[] = [];
  const service: Service = (call) => {
    parts.push(call);
    if (parts.length === 1) return { ok: false, failure: { kind: 'network' } };
    const results = invited(call).map(({ email }) => ({ email, ok: false, reason: 'exists' }));
    return { ok: true, answer: { results } };
  };
  const first = await openInviting(service);
  await userEvent.type(email(), 'cara@c.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite 1 person' }));
  await screen.findByRole('heading', { name: 'Paused' });
  first.unmount();
  await openInviting(service);
  expect(await screen.findByText('No one was invited.')).toBeDefined();
  expect(screen.getByRole('row', { name: /cara@c\.test/ }).textContent).toContain('Already in your company');
  expect(parts).toHaveLength(2);
  expect(parts[1]).toMatchObject({ key: parts[0]?.key, input: parts[0]?.input });
  expect(parts[0]?.key).toMatch(/\.0$/);
});

test('"Invite more people" goes to the first field', async () => {
  await openInviting();
  await userEvent.type(email(), 'cara@c.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite 1 person' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Invite more people' }));
  expect(document.activeElement).toBe(email());
});

test('broken rows come first, keep their place while they are mended, and are shown by themselves', async () => {
  await openInviting();
  await userEvent.click(email());
  await userEvent.paste('ivy@a.test\nben@b.test\nbroken@\nIVY@a.test');
  const rows = () =>
    screen
      .getAllByRole('rowheader')
      .map((cell) => cell.querySelector('input')?.value ?? cell.textContent)
      .slice(0, 4);
  expect(rows()).toEqual(['broken@', 'IVY@a.test', 'ivy@a.test', 'ben@b.test']);
  await userEvent.click(screen.getByRole('button', { name: 'Edit: broken@' }));
  await userEvent.keyboard('c.test');
  expect(rows()[0]).toBe('broken@c.test');
  expect(screen.getByText('Enter to save, Esc to cancel')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  expect(rows()).toEqual(['broken@c.test', 'IVY@a.test', 'ivy@a.test', 'ben@b.test']);
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
  expect(rows()).toEqual(['IVY@a.test']);
});

test('a person who is added has neither the tick nor the fields of a row that was removed', async () => {
  await openInviting();
  await userEvent.click(email());
  await userEvent.paste('ivy@a.test\nben@b.test');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select ben@b.test' }));
  await userEvent.click(screen.getByRole('button', { name: 'Edit: ben@b.test' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove: ben@b.test' }));
  await userEvent.type(email(), 'cara@c.test{Enter}');
  expect(screen.getByRole('button', { name: 'Edit: cara@c.test' })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Select cara@c.test' })).toHaveProperty('checked', false);
});

test('addresses of another column are named, and can be added', async () => {
  await openInviting();
  await userEvent.click(email());
  await userEvent.paste('Name;Email;Notes\nIvy;ivy@a.test;boss@b.test');
  const told = await screen.findByText(/1 email address is in another column/);
  expect(told.textContent).toContain('boss@b.test');
  const banner = told.closest<HTMLElement>('[role=status]') ?? told;
  await userEvent.click(within(banner).getByRole('button', { name: 'Add to list' }));
  expect(screen.getByRole('button', { name: 'Invite 2 people' })).toBeDefined();
});

/** A table of people, of which the first have another address each that is left out. */
const tableOf = (count: number, others: number) =>
  [
    'Name;Email;Notes',
    ...Array.from({ length: count }, (_, n) => `P;p${n}@a.test;${n < others ? `other${n}@b.test` : ''}`),
  ].join('\n');
const full = 'No one was added: the list already has 10,000 people. Invite these first, and then the others.';

test('a list that is full says so, whatever is added', async () => {
  await openInviting();
  await userEvent.click(email());
  await userEvent.paste(tableOf(10_000, 0));
  await userEvent.click(screen.getByText('Paste a list', { selector: 'button *, button' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'List of people' }));
  await userEvent.paste('one@c.test\ntwo@c.test');
  await userEvent.click(within(screen.getByRole('dialog')).getByText('Add to list'));
  expect(screen.queryByText(full)).not.toBeNull();
  expect(screen.queryByText(/No people found|Only the first/)).toBeNull();
  // One who is typed stays in the field.
  await userEvent.click(email());
  await userEvent.paste('three@c.test');
  await userEvent.keyboard('{Enter}');
  expect(email()).toHaveProperty('value', 'three@c.test');
});

test('addresses of another column that do not fit stay named', async () => {
  await openInviting();
  await userEvent.click(email());
  await userEvent.paste(tableOf(9999, 2));
  const addThem = async () =>
    await userEvent.click(
      within(
        screen.getByText(/in (another|other) columns?/).closest<HTMLElement>('[role=status]') ??
          document.body,
      ).getByRole('button', { name: 'Add to list' }),
    );
  await addThem();
  expect(screen.queryByText('1 person was added.')).not.toBeNull();
  for (const _ of [1, 2]) {
    expect(screen.getByText(/1 email address is in another column/).textContent).toContain('other1@b.test');
    await addThem();
    expect(screen.queryByText(full)).not.toBeNull();
  }
});
