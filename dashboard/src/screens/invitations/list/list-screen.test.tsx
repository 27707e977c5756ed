import { invitationEndpoints } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { ListScreen } from './list-screen.tsx';

const overview = {
  invitationsWaiting: 50,
  invitationsExpired: 0,
  domainsLost: 0,
  refreshReuses: 0,
  certificateEnds: [],
};

test('a last page that has lost its rows gives way to the one before', async () => {
  history.replaceState(null, '', '/dashboard/invitations?cursor=50&page=2');
  const entries = history.length;
  const { ready, calls } = renderInDashboard(<ListScreen />, {
    areas: ['invitations'],
    service: ({ entry }) =>
      entry === signInLogEndpoints.readOverview
        ? { ok: true, answer: overview }
        : { ok: true, answer: { items: [], total: 50 } },
  });
  await ready;
  const queries = () =>
    calls.flatMap(({ entry, input }) => (entry === invitationEndpoints.listInvitations ? [input.query] : []));
  await waitFor(() => expect(queries()).toEqual([{ cursor: '50' }, {}]));
  expect([location.search, history.length]).toEqual(['', entries]);
  expect(screen.queryByText('No pending invitations')).toBeNull();
});
