/** What answers requests in production starts no program and runs no text as code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { isTest, listFiles } from './source-files.mjs';

const inProduction = /^(?:contract|ui|texts|session|sign-in|dashboard|service)\/src\/.*\.(?:tsx?|js)$/;
const notShipped = /\.stories\.tsx$/;

const dangerous = {
  'starts a program': /\bchild_process\b|\bprocess\.binding\b/,
  'runs text as code': /(?<![\w.])eval\(|\bnew Function\(|['"](?:node:)?vm['"]/,
  'writes text as HTML':
    /\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\b|\bdocument\.write\b|dangerouslySetInnerHTML/,
};

/** What an operator starts by hand, and no request reaches. */
const allowed = new Set(['service/src/operations/postgres-programs.ts starts a program']);

test('D4: no file that runs in production starts a program, runs text as code or writes it as HTML', () => {
  const files = listFiles().filter(
    (file) => inProduction.test(file) && !isTest(file) && !notShipped.test(file),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return Object.entries(dangerous).flatMap(([what, pattern]) =>
      pattern.test(text) ? [`${file} ${what}`] : [],
    );
  });
  expect(found.filter((finding) => !allowed.has(finding))).toEqual([]);
  expect([...allowed].filter((finding) => !found.includes(finding))).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

test.each([
  ["import { exec } from 'node:child_process';", 'starts a program'],
  ['const run = eval("1");', 'runs text as code'],
  ['new Function("a")()', 'runs text as code'],
  ["import vm from 'node:vm';", 'runs text as code'],
  ['box.innerHTML = text;', 'writes text as HTML'],
] as const)('%s is found', (text, what) => {
  expect(dangerous[what].test(text)).toBe(true);
});
