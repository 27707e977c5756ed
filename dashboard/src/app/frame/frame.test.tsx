import { days } from '@app/contract/fields/durations.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { areaAt } from '#app/areas.ts';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { Frame } from './frame.tsx';

const config = { brand: { name: 'Northline' }, helpUrl: '/help' } as Parameters<typeof Frame>[0]['config'];
const overview = { invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 1, certificateEnds: [] };
const account = { name: 'Ada Moreau', company: { name: 'Northline Demo' } };

const open = (path: string) =>
  renderInDashboard(
    <Frame config={config} open={areaAt(path, true)} onShowKeys={() => {}}>
      <p>The screen</p>
    </Frame>,
    {
      service: ({ entry }) => ({
        ok: true,
        answer: entry.path.endsWith('/overview')
          ? { ...overview, certificateEnds: [Date.now() + days(29)] }
          : account,
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
