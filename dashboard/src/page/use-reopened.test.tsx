import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { useReopened } from './use-reopened.ts';

beforeEach(() => sessionStorage.clear());

function Part({ name }: { name: string }) {
  const [open, setOpen] = useReopened(name);
  return (
    <button type="button" onClick={() => setOpen(!open)}>
      {open ? 'open' : 'closed'}
    </button>
  );
}

async function show(name = 'rename', options: Parameters<typeof renderInDashboard>[1] = {}) {
  const view = renderInDashboard(<Part name={name} />, options);
  await view.ready;
  return view;
}
const state = () => screen.getByRole('button').textContent;
/** The browser goes to another page. */
const leave = () => dispatchEvent(new Event('pagehide'));

test('what was open when the page was left is open again, once', async () => {
  const first = await show();
  await first.user.click(screen.getByRole('button', { name: 'closed' }));
  leave();
  first.unmount();
  const second = await show();
  expect(state()).toBe('open');
  second.unmount();
  // Another screen of the same page was opened meanwhile.
  await show();
  expect(state()).toBe('closed');
});

test('what was closed before, and another dialog, stay closed', async () => {
  const first = await show();
  await first.user.click(screen.getByRole('button', { name: 'closed' }));
  await first.user.click(screen.getByRole('button', { name: 'open' }));
  leave();
  first.unmount();
  const second = await show();
  expect(state()).toBe('closed');
  await second.user.click(screen.getByRole('button', { name: 'closed' }));
  leave();
  second.unmount();
  await show('remove');
  expect(state()).toBe('closed');
});

test('nobody else finds it open', async () => {
  const first = await show();
  await first.user.click(screen.getByRole('button', { name: 'closed' }));
  leave();
  first.unmount();
  const person = { userId: 'b', companyId: 'c', email: 'ben@northline.test', isAdmin: true };
  await show('rename', { person });
  expect(state()).toBe('closed');
});
