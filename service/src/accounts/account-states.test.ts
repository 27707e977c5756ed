import { expect, test } from 'vitest';

import { accountStates, stateAfter, type StateChange, stateOf, toStored } from './account-states.ts';

const changes: readonly StateChange[] = ['confirm', 'renew', 'enable', 'disable'];

test('only its owner makes an account active that nobody has confirmed', () => {
  const table = accountStates.map((state) => [state, ...changes.map((change) => stateAfter(state, change))]);
  expect(table).toEqual([
    ['invited', 'active', undefined, undefined, 'invitedDisabled'],
    ['active', undefined, 'active', undefined, 'disabled'],
    ['disabled', undefined, undefined, 'active', undefined],
    ['invitedDisabled', undefined, undefined, 'invited', undefined],
  ]);
});

test.each(accountStates)('%s is stored and read again', (state) => {
  expect(stateOf(toStored(state))).toBe(state);
});
