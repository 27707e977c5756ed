import { days } from '@app/contract/fields/durations.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { Attention } from './attention.tsx';

const now = Date.parse('2026-11-26T12:00:00Z');
const nothing = {
  today: '2026-11-26',
  days: 14,
  signIns: [],
  accounts: { active: 1, unconfirmed: 0, disabled: 0 },
  invitationsWaiting: 0,
  invitationsExpired: 0,
  domainsLost: 0,
  refreshReuses: 0,
  certificateEnds: [now + days(31)],
};

async function open(overview: Partial<typeof nothing>) {
  const view = renderInDashboard(<Attention overview={{ ...nothing, ...overview }} now={now} />, {
    areas: ['overview'],
  });
  await view.ready;
}
/** What is shown, and where it leads. */
const rows = () =>
  screen
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')?.replace('/dashboard/', '')]);

test('what needs attention leads to the list that has as many, alarms first', async () => {
  await open({
    invitationsWaiting: 2,
    invitationsExpired: 1,
    domainsLost: 1,
    refreshReuses: 1,
    certificateEnds: [now + days(29)],
  });
  expect(rows().map(([, href]) => href)).toEqual([
    'sign-in-log?type=refreshReuse&range=7',
    'single-sign-on',
    'single-sign-on',
    'invitations?state=expired',
    'invitations?state=waiting',
  ]);
  expect(rows()[0]?.[0]).toContain('its token was used twice');
});

test('a certificate says whether it has ended or will', async () => {
  await open({ certificateEnds: [now - days(1), now + days(29)] });
  expect(rows().map(([words]) => words)).toEqual([
    expect.stringContaining('A certificate of your identity provider expired on Nov 25, 2026'),
    expect.stringContaining('A certificate of your identity provider expires on Dec 25, 2026'),
  ]);
});

test('where nothing does, it says what would be here', async () => {
  await open({});
  expect(rows()).toEqual([]);
  expect(screen.getByText(/^Nothing right now/)).toBeTruthy();
});
