import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

import { accessibilityPage } from './accessibility-page.ts';
import { accessibilityFile } from './accessibility-report.ts';
import { states } from '@app/testing/states/states.ts';

test('docs/accessibility.md names every state of every screen, and no other', async () => {
  expect(await readFile(accessibilityFile, 'utf8')).toBe(accessibilityPage(states));
  expect(new Set(states.map(({ screen, state }) => `${screen}, ${state}`)).size).toBe(states.length);
});
