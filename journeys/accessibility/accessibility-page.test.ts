import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

import { accessibilityPage } from './accessibility-page.ts';
import { accessibilityFile } from './accessibility-report.ts';
import { states } from '@app/testing/states/states.ts';

/** The checks of each state: 6 languages × 2 themes, and English on a desktop in both. */
const looks = 14;

test('docs/accessibility.md names every state of every screen, and no other', async () => {
  const checked = states.map(({ screen, state }) => ({ screen, state, looks }));
  expect(await readFile(accessibilityFile, 'utf8')).toBe(accessibilityPage(checked));
  expect(new Set(states.map(({ screen, state }) => `${screen}, ${state}`)).size).toBe(states.length);
});
