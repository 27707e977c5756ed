import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { seconds } from '@app/contract/fields/durations.ts';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { useSay } from './use-say.ts';

beforeEach(() => void vi.useFakeTimers());

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function Change({ undo }: { undo: (() => void) | undefined }) {
  const say = useSay();
  return (
    <button type="button" onClick={() => say.done('Role changed', undo && { undo })}>
      Change
    </button>
  );
}

function change(undo?: () => void) {
  renderInDashboard(<Change undo={undo} />);
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
}
const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

test('a change can be undone for ten seconds, and no longer', () => {
  change(vi.fn());
  pass(seconds(10) - 1);
  expect(undoButton()).not.toBeNull();
  pass(1);
  expect(undoButton()).toBeNull();
});

test('a change is undone once: its toast is gone at once', () => {
  const undo = vi.fn();
  change(undo);
  const button = screen.getByRole('button', { name: 'Undo' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(undoButton()).toBeNull();
});

test('what cannot be undone offers no Undo', () => {
  change();
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain('Role changed');
  expect(undoButton()).toBeNull();
});
