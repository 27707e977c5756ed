/** Nothing that concerns the whole company is saved by an arrow key or a click on a choice. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import { SecondStepScreen } from './second-step-screen.tsx';

beforeEach(() => sessionStorage.clear());

const effect = { companySecondStep: 28, ownSecondStep: { always: 0, unrecognised: 0, off: 0 } };

/** The screen of a company with this policy, and the policies that were saved. */
async function open(secondStep: string) {
  let policy = { secondStep, sso: { required: false }, version: 0 };
  const service: Service = ({ entry, input: { body } }) => {
    if (entry.path.endsWith('/effect')) return { ok: true, answer: effect };
    if (entry.method === 'PATCH') {
      const changed = body as typeof policy;
      if (changed.version !== policy.version)
        return { ok: false, failure: { kind: 'changedMeanwhile', present: policy } };
      policy = { ...policy, ...changed, version: policy.version + 1 };
    }
    return { ok: true, answer: policy };
  };
  const view = renderInDashboard(<SecondStepScreen />, { service, areas: ['second-step'] });
  await view.ready;
  await screen.findByRole('radiogroup');
  return {
    ...view,
    saved: () => view.calls.flatMap(({ entry, input }) => (entry.method === 'PATCH' ? [input.body] : [])),
    change: () => void (policy = { ...policy, secondStep: 'unrecognised', version: policy.version + 1 }),
  };
}
const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const button = (name: string) => screen.findByRole('button', { name });
const question = (name: string) => screen.queryByRole('alertdialog', { name });
const stop = 'Stop asking for the code?';

test('a choice by mouse or arrow key is not saved', async () => {
  const { user, saved } = await open('always');
  for (const name of [/^On new devices/, /^Never/]) await user.click(choice(name));
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(choice(/^Never/).checked).toBe(true);
  expect(screen.getByText('Not saved yet. Now: at every login.')).toBeTruthy();
  expect(saved()).toEqual([]);
});

test('a weaker choice is saved once its effect was confirmed, and the toast says what it was before', async () => {
  const { user, saved } = await open('unrecognised');
  await user.click(choice(/^Never/));
  await user.click(await button('Save'));
  expect((await screen.findByRole('alertdialog', { name: stop })).textContent).toContain(
    '28 people will log in with the password alone.',
  );
  await user.click(await button('Cancel'));
  await waitFor(() => expect(question(stop)).toBeNull());
  expect(saved()).toEqual([]);

  await user.click(await button('Save'));
  await user.click(await button('Stop asking'));
  expect((await screen.findAllByText('Code: never. Before: on new devices.')).length).toBeGreaterThan(0);
  expect(saved()).toEqual([{ secondStep: 'off', version: 0 }]);
  // Back to the stronger one it goes without a question.
  await user.click(await button('Undo'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'unrecognised', version: 1 });
});

test('a stronger choice is saved without a question, and its Undo asks', async () => {
  const { user, saved } = await open('off');
  await user.click(choice(/^At every login/));
  await user.keyboard('{Enter}');
  await user.click(await button('Undo'));
  expect(saved()).toEqual([{ secondStep: 'always', version: 0 }]);
  await waitFor(() => expect(question(stop)).not.toBeNull());
  await user.click(await button('Stop asking'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'off', version: 1 });
});

test('where another admin was first, their choice is shown and nothing is saved over it', async () => {
  const { user, saved, change } = await open('always');
  await user.click(choice(/^Never/));
  change();
  await user.click(await button('Save'));
  await user.click(await button('Stop asking'));
  expect((await screen.findAllByText(/Someone changed this/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(choice(/^On new devices/).checked).toBe(true));
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true');
  expect(saved()).toHaveLength(1);
});
