import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { daysOf } from './days-of.ts';
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
