/** The reader of JSON bodies: bounded in depth, without keys that reach a prototype, and a refusal for anything else. */
import { parseJsonBody } from '#http/calls/json-body.ts';
import { Refusal } from '#refusal.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

export const target: Target = {
  files: ['/calls/json-body.ts'],
  seeds: [
    '{"email":"a@b.test","list":[1,null,{"x":"y"}]}',
    '{"__proto__":{"a":1},"b":{"constructor":{"prototype":1}}}',
    '[[[[1]]]]',
    '"\\ud800"',
    '1e999',
  ],
  dictionary: [
    '{"',
    '":',
    '[',
    ']',
    '}',
    ',',
    '"__proto__":',
    '"constructor":',
    '"prototype":',
    '\\u005f',
    '\\ud800',
    '1e999',
    '-0',
    'null',
    '\uFEFF',
  ],
  check(input) {
    let value: unknown;
    try {
      value = parseJsonBody(input);
    } catch (error) {
      hold(error instanceof Refusal && error.refusal === 'malformed', `${String(error)} was thrown`);
      return;
    }
    look(value, 0);
  },
};

function look(value: unknown, depth: number): void {
  hold(depth <= 32, `${depth} levels were let through`);
  if (typeof value !== 'object' || value === null) return;
  for (const key of Reflect.ownKeys(value))
    hold(
      !['__proto__', 'constructor', 'prototype'].includes(String(key)),
      `the key ${String(key)} was let through`,
    );
  for (const one of Object.values(value)) look(one, depth + 1);
}
