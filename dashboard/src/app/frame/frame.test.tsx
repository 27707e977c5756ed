import { days } from '@app/contract/fields/durations.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { areaAt } from '#app/areas.ts';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { Frame, useBadges } from './frame.tsx';

const config = { brand: { name: 'Northline' }, helpUrl: '/help' } as Parameters<typeof Frame>[0]['config'];
const overview = { invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 1, certificateEnds: [] };
const account = { name: 'Ada Moreau', company: { name: 'Northline Demo' } };

const open = (path: string, own = account) =>
  renderInDashboard(
    <Frame config={config} open={areaAt(path, true)} onShowKeys={() => {}}>
      <p>The screen</p>
    </Frame>,
    {
      service: ({ entry }) => ({
        ok: true,
        answer: entry.path.endsWith('/overview')
          ? { ...overview, certificateEnds: [Date.now() + days(29)] }
          : own,
      }),
    },
  );

const more = () => screen.getByRole('button', { name: /^More/ });
const bar = () => screen.getByRole('navigation', { name: 'Main' });

test('a phone has the three main areas in its bar, and the others behind More with what waits there', async () => {
  open('/people');
  expect(await screen.findByRole('button', { name: 'More 2 items need your attention' })).toBeDefined();
  const rest = document.getElementById(more().getAttribute('aria-controls') ?? '') as HTMLElement;
  const namesOf = (links: HTMLElement[]) => links.map((link) => link.textContent.replace(/\d.*/, ''));
  const inside = within(rest).getAllByRole('link');
  expect(namesOf(inside)).toEqual([
    'Single sign-on',
    'Two-step verification',
    'Login log',
    'Audit log',
    'My account',
  ]);
  const beside = within(bar())
    .getAllByRole('link')
    .filter((link) => !inside.includes(link));
  expect(namesOf(beside)).toEqual(['Overview', 'People', 'Invitations']);
});

test.each([
  ['/people', 'People', null],
  ['/audit-log', 'Audit log', 'true'],
])('%s is the current area, and More says whether it is one of its own', (path, name, marked) => {
  open(path);
  expect(screen.getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
  expect(bar().querySelectorAll('[aria-current=page]')).toHaveLength(1);
  expect(more().getAttribute('aria-current')).toBe(marked);
});

test('the account menu names a person without a name once, by the address', async () => {
  const { user } = open('/people', { ...account, name: '' });
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  const menu = await screen.findByRole('menu');
  expect(within(menu).getAllByText(/@/)).toHaveLength(1);
});

/** The badges as a list of words, such as '3: 3 items need your attention'. */
function Badges({ isAdmin }: { isAdmin: boolean }) {
  return Object.entries(useBadges(isAdmin)).map(([area, { count, label }]) => (
    <p key={area}>{`${area} ${count}: ${label}`}</p>
  ));
}

const nothing = { invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 0, certificateEnds: [] };
const openBadges = (overview: object, isAdmin = true) =>
  renderInDashboard(<Badges isAdmin={isAdmin} />, {
    service: () => ({ ok: true, answer: { ...nothing, ...overview } }),
  });

test('single sign-on counts lost domains, and certificates that have ended or end within 30 days', async () => {
  const now = Date.now();
  openBadges({ domainsLost: 1, certificateEnds: [now - days(1), now + days(29), now + days(31)] });
  expect(await screen.findByText('single-sign-on 3: 3 items need your attention')).toBeDefined();
  expect(screen.queryByText(/^invitations/)).toBeNull();
});

test('invitations count those that wait, as the page does, and not those that have expired', async () => {
  openBadges({ invitationsWaiting: 2, invitationsExpired: 1 });
  expect(await screen.findByText('invitations 2: 2 pending invitations')).toBeDefined();
  expect(screen.queryByText(/^single-sign-on/)).toBeNull();
});

test('where nothing waits there is no badge', async () => {
  const { calls, container } = openBadges({ certificateEnds: [Date.now() + days(31)] });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container.querySelector('p')).toBeNull();
});

test('a person who is no admin asks for nothing', () => {
  const { calls, container } = openBadges({ domainsLost: 1 }, false);
  expect(calls).toHaveLength(0);
  expect(container.querySelector('p')).toBeNull();
});
