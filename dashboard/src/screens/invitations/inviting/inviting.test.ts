import { expect, it } from 'vitest';

import { readText } from '#screens/invitations/reading/read-list.ts';

import { type Batch, countResults, failedRows, isDone, nextPart, withResults } from './invitation-batch.ts';
import { draftOf, emptyDraft } from './invite-draft.ts';
import { failedCsv } from './list-csv.ts';
import { noPerson, problemsOf, withPeople } from './invitation-rows.ts';

const rowsOf = (count: number) =>
  withPeople(
    [],
    Array.from({ length: count }, (_, n) => ({ ...noPerson, email: `person-${n}@northline.test` })),
  );

it.each([
  [{ email: '' }, 'email', 'emailMissing'],
  [{ email: 'ivy@' }, 'email', 'emailInvalid'],
  [{ email: 'ivy@a.test, ben@b.test' }, 'email', 'emailInvalid'],
  [{ email: 'ivy@a.test', name: 'x'.repeat(101) }, 'name', 'nameTooLong'],
  [{ email: 'ivy@a.test', name: 'a\u0000b' }, 'name', 'nameInvalid'],
  [{ email: 'ivy@a.test', role: 'Emperor' }, 'role', 'roleInvalid'],
  [{ email: 'ivy@a.test', language: 'Klingon' }, 'language', 'languageInvalid'],
])('finds what is wrong with %j', (typed, field, kind) => {
  const rows = withPeople([], [{ ...noPerson, ...typed }]);
  expect([...problemsOf(rows)]).toEqual([[1, { field, kind }]]);
});

it('takes the first of two rows with one address, and one that is fine as fine', () => {
  const people = ['ivy@a.test', ' IVY@A.test ', 'ben@b.test'].map((email) => ({ ...noPerson, email }));
  expect([...problemsOf(withPeople([], people))]).toEqual([[2, { field: 'email', kind: 'duplicate' }]]);
  const [, ...left] = withPeople([], people);
  expect(problemsOf(left).size).toBe(0);
});

it('sends parts of 500 whose keys a repeat has again, and counts what became of the rows', () => {
  let batch: Batch = { id: 'b', rows: rowsOf(1200), results: [] };
  const keys: string[] = [];
  for (let part = nextPart(batch); part; part = nextPart(batch)) {
    // A reload in between: what was stored sends the same.
    const { batch: stored } = draftOf(JSON.parse(JSON.stringify({ ...emptyDraft, batch })));
    expect(stored && nextPart(stored)).toEqual(part);
    keys.push(`${part.idempotencyKey} ${part.invitations.length}`);
    const results = part.invitations.map(({ email }, at) =>
      at % 100 === 0 ? { email, ok: false, reason: 'exists' as const } : { email, ok: true },
    );
    batch = withResults(batch, results);
  }
  expect(keys).toEqual(['b.0 500', 'b.1 500', 'b.2 200']);
  expect(isDone(batch)).toBe(true);
  expect(countResults(batch)).toMatchObject({ ok: 1188, exists: 12, invalid: 0 });
  expect(failedRows(batch)).toHaveLength(12);
});

it('drops a stored draft of another form', () => {
  for (const stored of [undefined, null, 'x', { rows: 7 }, { ...emptyDraft, batch: { id: 1 } }])
    expect(draftOf(stored)).toEqual(emptyDraft);
});

it('writes a CSV file of the rows that failed, which is read back as they were', () => {
  const people = [
    { email: 'ivy@a.test', name: '=HYPERLINK("x"); -1', role: 'Admin', language: 'de' },
    { email: 'not an address', name: 'Lang; "Ivy", of A', role: '', language: '' },
  ];
  const rows = withPeople([], people);
  const csv = failedCsv(
    rows.map((row) => ({ row, reason: 'exists' })),
    () => 'Already in your company',
  );
  expect(csv).toContain(`'=HYPERLINK`);
  expect(readText(csv.slice(1)).people).toEqual(people);
});
