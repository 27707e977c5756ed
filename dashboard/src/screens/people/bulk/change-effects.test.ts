import type { AccountSecondStep, User, UserChange } from '@app/contract/dashboard/users.ts';
import { expect, test } from 'vitest';

import { personOf } from '#test/render-in-dashboard.tsx';

import { takesAway, undoOf, type CompanyStep } from './change-effects.ts';

const person = (facts: Partial<User>) => personOf(1, facts);
const undoOne = (user: User, change: UserChange, company?: CompanyStep) =>
  undoOf({ kind: 'change', change }, [user], [{ id: user.id, ok: true, version: 2 }], company)?.map(
    ([back, users]) => [back, users.map(({ version }) => version)],
  );

/** Before, after, the company's: whether Undo weakens. */
const secondSteps: [AccountSecondStep, AccountSecondStep, CompanyStep, boolean][] = [
  ['off', 'always', 'always', true],
  ['unrecognised', 'always', 'always', true],
  ['off', 'unrecognised', 'always', true],
  ['always', 'off', 'always', false],
  ['company', 'always', 'unrecognised', true],
  ['company', 'always', 'always', false],
  ['off', 'company', 'off', false],
  ['off', 'company', 'always', true],
  ['company', 'off', 'always', false],
  // Not known: it may.
  ['company', 'off', undefined, true],
  ['off', 'company', undefined, true],
];
test.each(secondSteps)(
  'a second step of %s that became %s, where the company has %s: Undo weakens: %s',
  (before, after, company, weakens) => {
    const undo = undoOne(person({ secondStep: before }), { secondStep: after }, company);
    expect(undo).toEqual(weakens ? undefined : [[{ secondStep: before }, [2]]]);
  },
);

test('an admin who was demoted is not made one again by one press, and a new admin is demoted again', () => {
  expect(undoOne(person({ role: 'Admin' }), { role: 'User' })).toBeUndefined();
  expect(undoOne(person({}), { role: 'Admin' })).toEqual([[{ role: 'User' }, [2]]]);
});

test('what ended sessions or sent a mail has no Undo', () => {
  expect(undoOne(person({}), { status: 'disabled' })).toBeUndefined();
  expect(undoOne(person({}), { method: 'google' })).toBeUndefined();
  const disabled = person({ status: 'disabled' });
  expect(undoOne(disabled, { status: 'active' })).toEqual([[{ status: 'disabled' }, [2]]]);
  for (const reason of ['noPasswordYet', 'invitedAgain'] as const) {
    const mailed = [{ id: disabled.id, ok: true, reason, version: 2 }];
    expect(
      undoOf({ kind: 'change', change: { status: 'active' } }, [disabled], mailed, 'always'),
    ).toBeUndefined();
  }
});

test('one person of many whom Undo would weaken is enough for none', () => {
  const users = ['always', 'off'].map((secondStep, index) =>
    personOf(index, { secondStep: secondStep as AccountSecondStep }),
  );
  const results = users.map(({ id }) => ({ id, ok: true, version: 2 }));
  const work = { kind: 'change', change: { secondStep: 'unrecognised' } } as const;
  expect(undoOf(work, users, results, 'always')).toBeUndefined();
  // Who was so already is not changed back.
  const unchanged = results.map((result, index) =>
    index === 1 ? { ...result, reason: 'unchanged' } : result,
  );
  expect(undoOf(work, users, unchanged, 'always')).toHaveLength(1);
});

test.each<[UserChange, Partial<User>, boolean]>([
  [{ role: 'User' }, { role: 'Admin' }, true],
  [{ role: 'Admin' }, {}, false],
  [{ status: 'disabled' }, {}, true],
  [{ status: 'active' }, { status: 'disabled' }, false],
  [{ method: 'saml' }, {}, true],
  [{ secondStep: 'off' }, { secondStep: 'always' }, true],
  [{ secondStep: 'always' }, { secondStep: 'off' }, false],
])('%j takes something away from %j: %s', (change, before, takes) =>
  expect(takesAway({ kind: 'change', change }, [person(before)], 'always')).toBe(takes),
);
