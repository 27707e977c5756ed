/** Letters that a search treats as their plain forms, although Unicode does not decompose them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

it.each([
  ['Jens Sørensen', 'jens sorensen'],
  ['Łukasz Żak', 'lukasz zak'],
  ['Eva Weiß', 'eva weiss'],
  ['EVA WEIẞ', 'eva weiss'],
  ['Bjørn Æbelø', 'bjorn aebelo'],
  ['Þóra Guðrún', 'thora gudrun'],
  ['Đorđe Œuvre', 'dorde oeuvre'],
  ['Işıl Ħal Ŧel', 'isil hal tel'],
])('%s is %s, and so is what is typed', async (name, plain) => {
  const { rows } = await sql<{ folded: string }>`select folded(${name}) as folded`.execute(
    deps.store.relaxed,
  );
  expect(rows).toEqual([{ folded: plain }]);
});
