import { takeErrors, type QueuedError } from '@app/log/error-queue.ts';
import { takeQueue } from '@app/log/log-queue.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { CrashBoundary } from './crash-boundary.tsx';
import { AreaError } from './lazy-area.tsx';

let reported: QueuedError[];
let told: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  reported = [];
  takeErrors((one) => {
    reported.push(one);
    throw new Error('the reporting failed');
  });
  // Crashes of other tests.
  reported.length = 0;
  takeQueue();
  told = vi.spyOn(console, 'error').mockImplementation(() => {});
});
// React shows each error that a boundary catches.
afterEach(() => void told.mockClear());

/** Renders a screen that fails until it is mended. */
function open(error: Error) {
  const leave = vi.spyOn(location, 'replace').mockImplementation(() => {});
  let broken = true;
  const Screen = () => {
    if (broken) throw error;
    return <p>whole again</p>;
  };
  renderInDashboard(
    <CrashBoundary t={(key) => key} loginUrl="https://login.northline.test/login">
      <Screen />
    </CrashBoundary>,
  );
  return { leave, mend: () => void (broken = false) };
}

test('a crash is logged with its stacks and reported, and leads to login', async () => {
  const error = new Error('unexpected');
  const { leave } = open(error);
  await vi.waitFor(() =>
    expect(leave.mock.calls).toEqual([['https://login.northline.test/login?error=unknown']]),
  );
  const componentStack = expect.stringContaining('at Screen') as string;
  expect(reported).toEqual([{ how: 'crash', error, componentStack }]);
  expect(takeQueue().entries).toMatchObject([
    {
      level: 'error',
      message: 'crash of the screen',
      properties: { message: 'unexpected', stack: error.stack, componentStack },
    },
  ]);
});

test.each([
  ['a screen that could not be loaded', new AreaError('no chunk'), true],
  ['a crash without a connection', new Error('unexpected'), false],
])('%s is reported, and tried again in its place', async (_, error, online) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const { leave, mend } = open(error);
  mend();
  await userEvent.click(screen.getByRole('button', { name: 'frame.tryAgain' }));
  expect(screen.getByText('whole again')).toBeTruthy();
  expect(reported).toHaveLength(1);
  expect(leave).not.toHaveBeenCalled();
});
