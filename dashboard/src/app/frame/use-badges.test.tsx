import { days } from '@app/contract/fields/durations.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { useBadges } from './use-badges.ts';

/** The badges as a list of words, such as '3: 3 items need your attention'. */
function Badges({ isAdmin }: { isAdmin: boolean }) {
  return Object.entries(useBadges(isAdmin)).map(([area, { count, label }]) => (
    <p key={area}>{`${area} ${count}: ${label}`}</p>
  ));
}

const nothing = { invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 0, certificateEnds: [] };
const open = (overview: object, isAdmin = true) =>
  renderInDashboard(<Badges isAdmin={isAdmin} />, {
    service: () => ({ ok: true, answer: { ...nothing, ...overview } }),
  });

test('single sign-on counts lost domains, and certificates that have ended or end within 30 days', async () => {
  const now = Date.now();
  open({ domainsLost: 1, certificateEnds: [now - days(1), now + days(29), now + days(31)] });
  expect(await screen.findByText('single-sign-on 3: 3 items need your attention')).toBeDefined();
  expect(screen.queryByText(/^invitations/)).toBeNull();
});

test('invitations count those that wait, as the page does, and not those that have expired', async () => {
  open({ invitationsWaiting: 2, invitationsExpired: 1 });
  expect(await screen.findByText('invitations 2: 2 pending invitations')).toBeDefined();
  expect(screen.queryByText(/^single-sign-on/)).toBeNull();
});

test('where nothing waits there is no badge', async () => {
  const { calls, container } = open({ certificateEnds: [Date.now() + days(31)] });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(container.querySelector('p')).toBeNull();
});

test('a person who is no admin asks for nothing', () => {
  const { calls, container } = open({ domainsLost: 1 }, false);
  expect(calls).toHaveLength(0);
  expect(container.querySelector('p')).toBeNull();
});
