import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { daysOf } from './days-of.ts';
import { OverviewScreen } from './overview-screen.tsx';
import { SignInPlot } from './sign-in-plot.tsx';

const today = '2026-11-20';
const signIns = ['2026-11-19', today].map((day) => ({ day, outcome: 'success' as const, count: 1 }));

test('in another period the same day is read, or the first one', async () => {
  let show: (count: number) => void = () => {};
  function Plot() {
    const [count, setCount] = useState(14);
    show = setCount;
    return <SignInPlot days={daysOf(signIns, { count, today })} />;
  }
  const { ready, user } = renderInDashboard(<Plot />, { areas: ['overview'] });
  await ready;
  const slider = await screen.findByRole('slider');
  const read = () => [slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuemax')];
  expect(read()).toEqual(['14', '14']);
  act(() => show(7));
  expect(read()).toEqual(['7', '7']);
  act(() => slider.focus());
  await user.keyboard('{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Thu, Nov 19/);
  act(() => show(30));
  expect(read()).toEqual(['29', '30']);
  await user.keyboard('{Home}');
  act(() => show(7));
  expect(read()).toEqual(['1', '7']);
});

test('all days are a table, latest first, and as many as are chosen', async () => {
  const none = { invitationsWaiting: 0, invitationsExpired: 0, domainsLost: 0, refreshReuses: 0 };
  const rest = { ...none, accounts: { active: 2, unconfirmed: 0, disabled: 0 }, certificateEnds: [] };
  const { ready, user } = renderInDashboard(<OverviewScreen />, {
    areas: ['overview'],
    service({ entry, input }) {
      if (entry !== signInLogEndpoints.readOverview) return { ok: true, answer: { name: 'Ada' } };
      const { days } = input.query as { days: string };
      return { ok: true, answer: { ...rest, today, days: Number(days), signIns } };
    },
  });
  await ready;
  await user.click(await screen.findByRole('button', { name: 'Show as table' }));
  const table = await screen.findByRole('table');
  const rows = () => within(table).getAllByRole('row');
  expect(rows()).toHaveLength(15);
  expect(rows()[0]?.textContent).toContain('Refused');
  expect(rows()[1]?.textContent).toContain('Nov 20');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '7');
  await waitFor(() => expect(rows()).toHaveLength(8));
});
