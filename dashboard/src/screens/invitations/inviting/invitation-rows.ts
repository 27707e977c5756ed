/** The rows of people who are to be invited, and what is wrong with each: the service's own rules, as one types. */
import { invitationRow } from '@app/contract/dashboard/invitations.ts';
import * as v from 'valibot';

import type { PersonText } from '#screens/invitations/reading/people.ts';

/** A person as typed, with a number that names the row as long as it exists. */
export interface Row extends PersonText {
  readonly id: number;
}

export type RowField = keyof PersonText;

/** The first thing that is wrong with a row, and the field that it is about. */
export interface RowProblem {
  readonly field: RowField;
  readonly kind:
    | 'emailMissing'
    | 'emailInvalid'
    | 'duplicate'
    | 'nameInvalid'
    | 'nameTooLong'
    | 'roleInvalid'
    | 'languageInvalid';
}

/** What is wrong with each row that is not fine, by the row's number. */
export type Problems = ReadonlyMap<number, RowProblem>;

interface Found {
  readonly email: string;
  readonly problem: RowProblem | undefined;
}
/** Rows do not change: what was found for one is good for all renders of a screen, which keeps it here. */
export type CheckedRows = WeakMap<Row, Found>;

function check(row: Row, checked: CheckedRows): Found {
  const known = checked.get(row);
  if (known) return known;
  const read = v.safeParse(invitationRow, row);
  const found = read.success
    ? { email: read.output.email, problem: undefined }
    : { email: '', problem: problemOf(row, read.issues) };
  checked.set(row, found);
  return found;
}

function problemOf(row: Row, issues: readonly v.BaseIssue<unknown>[]): RowProblem {
  const [issue] = issues;
  const field = issue?.path?.[0]?.key;
  if (field === 'name')
    return { field, kind: issue?.message === 'is_too_long' ? 'nameTooLong' : 'nameInvalid' };
  if (field === 'role') return { field, kind: 'roleInvalid' };
  if (field === 'language') return { field, kind: 'languageInvalid' };
  return { field: 'email', kind: row.email.trim() === '' ? 'emailMissing' : 'emailInvalid' };
}

/** Of rows with the same address the first is fine. */
export function problemsOf(rows: readonly Row[], checked: CheckedRows = new WeakMap()): Problems {
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const row of rows) {
    const { email, problem } = check(row, checked);
    if (problem) problems.set(row.id, problem);
    else if (seen.has(email)) problems.set(row.id, { field: 'email', kind: 'duplicate' });
    else seen.add(email);
  }
  return problems;
}

export const noPerson: PersonText = { email: '', name: '', role: '', language: '' };
export const isBlank = (person: PersonText): boolean =>
  [person.email, person.name, person.role, person.language].every((text) => text.trim() === '');

/** Adds people behind the rows. */
export function withPeople(rows: readonly Row[], people: readonly PersonText[]): Row[] {
  let next = rows.reduce((largest, { id }) => Math.max(largest, id), 0) + 1;
  const added = people.map(({ email, name, role, language }) => ({
    id: next++,
    email,
    name,
    role,
    language,
  }));
  return [...rows, ...added];
}
