import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { ChangeQuestion } from './change-question.tsx';

beforeEach(() => sessionStorage.clear());

async function show(change: () => Promise<{ ok: true; answer: undefined }>) {
  const view = renderInDashboard(
    <ChangeQuestion
      name="remove"
      trigger={<button type="button">Remove</button>}
      heading="Remove it?"
      description="It is gone then."
      action="Yes, remove"
      change={change}
      done="It was removed."
    />,
  );
  await view.ready;
  return view;
}
const question = () => screen.queryByRole('alertdialog', { name: 'Remove it?' });

test('asks, makes the change once, closes and says so', async () => {
  const change = vi.fn(async () => ({ ok: true, answer: undefined }) as const);
  const { user } = await show(change);
  expect(question()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove' }));
  expect((await screen.findAllByText('It was removed.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(question()).toBeNull());
  expect(change).toHaveBeenCalledOnce();
});

test('is asked again when the person comes back from the provider, and is left by Cancel', async () => {
  // The sign-in is being confirmed: the page is left before there is an answer.
  const first = await show(() => new Promise(() => {}));
  await first.user.click(screen.getByRole('button', { name: 'Remove' }));
  await first.user.click(await screen.findByRole('button', { name: 'Yes, remove' }));
  dispatchEvent(new Event('pagehide'));
  first.unmount();

  const change = vi.fn(async () => ({ ok: true, answer: undefined }) as const);
  const second = await show(change);
  expect(question()).not.toBeNull();
  expect(change).not.toHaveBeenCalled();
  await second.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeNull());
  second.unmount();
  await show(change);
  expect(question()).toBeNull();
});
