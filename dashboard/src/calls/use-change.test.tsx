import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import type { CallFailure } from './dashboard-client.ts';
import { useChange } from './use-change.ts';
import { useRead } from './use-read.ts';

const { signOutUsers, listUsers } = userEndpoints;
const failing = (failure: CallFailure) => ({ ok: false as const, failure });
const done = { ok: true as const, answer: { results: [] } };

/** Reads a list, and signs out one person or another. */
function Part() {
  const list = useRead(listUsers, {});
  const { change, running, failure } = useChange(signOutUsers);
  const button = (id: string) => (
    <button type="button" onClick={() => void change({ body: { ids: [id] } })}>
      sign out {id}
    </button>
  );
  return (
    <>
      <p>
        {list.answer?.total ?? 'nothing'} {running ? 'running' : 'idle'} {failure?.kind}
      </p>
      {button('a')}
      {button('b')}
    </>
  );
}

function open(answers: Awaited<ReturnType<Service>>[]) {
  let reads = 0;
  const service: Service = ({ entry }) => {
    if (entry !== signOutUsers) return { ok: true, answer: { items: [], total: (reads += 1) } };
    return answers.shift() ?? done;
  };
  const view = renderInDashboard(<Part />, { service });
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
  const keys = () => view.calls.filter(({ entry }) => entry === signOutUsers).map(({ key }) => key);
  return { ...view, press, keys };
}

test('a change reads again what is shown', async () => {
  const { press } = open([]);
  await screen.findByText(/1 idle/);
  await press('sign out a');
  await screen.findByText(/2 idle/);
});

test('a change begins a first read again that was under way', async () => {
  const before = Promise.withResolvers<Awaited<ReturnType<Service>>>();
  let reads = 0;
  const list = (total: number) => ({ ok: true as const, answer: { items: [], total } });
  const service: Service = ({ entry }) => {
    if (entry === signOutUsers) return done;
    reads += 1;
    return reads === 1 ? before.promise : list(reads);
  };
  const { user } = renderInDashboard(<Part />, { service });
  await screen.findByText(/nothing idle/);
  await user.click(screen.getByRole('button', { name: 'sign out a' }));
  await screen.findByText(/2 idle/);
  await act(async () => before.resolve(list(1)));
  expect(screen.queryByText(/2 idle/)).not.toBeNull();
});

test('an attempt whose answer was lost keeps its key; another input or a refusal has another key', async () => {
  const { press, keys } = open([
    failing({ kind: 'network' }),
    failing({ kind: 'timeout' }),
    failing({ kind: 'forbidden' }),
  ]);
  await screen.findByText(/1 idle/);
  await press('sign out a');
  await screen.findByText(/idle network/);
  await press('sign out a');
  await screen.findByText(/idle timeout/);
  await press('sign out b');
  await screen.findByText(/idle forbidden/);
  await press('sign out b');
  await screen.findByText(/2 idle/);
  const [first, second, third, fourth] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).not.toBe(third);
});

test('each of two attempts whose answers were lost keeps its key', async () => {
  const { press, keys } = open([failing({ kind: 'network' }), failing({ kind: 'timeout' })]);
  await screen.findByText(/1 idle/);
  await press('sign out a');
  await screen.findByText(/idle network/);
  await press('sign out b');
  await screen.findByText(/idle timeout/);
  await press('sign out a');
  await screen.findByText(/2 idle/);
  await press('sign out b');
  await screen.findByText(/3 idle/);
  const [first, second, third, fourth] = keys();
  expect(second).not.toBe(first);
  expect([third, fourth]).toEqual([first, second]);
});

test('a change by somebody else is a reason to read again, a lost connection is not', async () => {
  const { press } = open([
    failing({ kind: 'network' }),
    failing({ kind: 'changedMeanwhile', present: undefined }),
  ]);
  await screen.findByText(/1 idle/);
  await press('sign out a');
  await screen.findByText(/1 idle network/);
  await press('sign out a');
  await screen.findByText(/2 idle changedMeanwhile/);
});

test('it runs until the answer is there', async () => {
  const late = Promise.withResolvers<typeof done>();
  const view = renderInDashboard(<Part />, {
    service: ({ entry }) =>
      entry === signOutUsers ? late.promise : { ok: true, answer: { items: [], total: 1 } },
  });
  await screen.findByText(/1 idle/);
  await view.user.click(screen.getByRole('button', { name: 'sign out a' }));
  await screen.findByText(/running/);
  await act(async () => late.resolve(done));
  await screen.findByText(/idle/);
});
