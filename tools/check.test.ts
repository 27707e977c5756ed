import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { checks } from './check.mjs';

test('the types of every workspace and of the tools are checked', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const typed = checks.filter(({ command }) => command[0] === 'tsc').map(({ command }) => command[2]);
  expect(typed).toEqual([...workspaces, 'tools']);
});
