/**
 * Counts together what the workers saw of accessibility, prints it, and writes docs/accessibility.md when `ACCESSIBILITY`
 * is `write`: `ACCESSIBILITY=write npx playwright test --config journeys/playwright.config.ts accessibility`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

import { accessibilityPage, type SeenState } from './accessibility-page.ts';
import { states } from '@app/testing/states/states.ts';

const mark = 'seen by axe';

/** One state as a test tells the reporter of it: Playwright carries annotations from the workers. */
export const seenState = (
  { screen, state }: { readonly screen: string; readonly state: string },
  runs: number,
): { type: string; description: string } => ({
  type: mark,
  description: JSON.stringify({ screen, state, runs } satisfies SeenState),
});

/** Where the page lies. */
export const accessibilityFile = join(import.meta.dirname, '../../docs/accessibility.md');

// oxlint-disable-next-line import/no-default-export -- that is where Playwright looks for a reporter
export default class AccessibilityReport implements Reporter {
  #seen: SeenState[] = [];
  #failed = 0;

  onTestEnd(_test: TestCase, { annotations, status }: TestResult): void {
    const own = annotations.filter(({ type }) => type === mark);
    this.#seen.push(...own.map(({ description = '' }) => JSON.parse(description) as SeenState));
    if (own.length > 0 && status !== 'passed') this.#failed += 1;
  }

  onEnd(): void {
    if (this.#seen.length === 0) return;
    const runs = this.#seen.reduce((sum, each) => sum + each.runs, 0);
    const found = this.#failed === 0 ? '0 findings' : `findings in ${this.#failed} tests, named above`;
    console.log(
      `axe: ${this.#seen.length} states × 6 languages × 2 themes (English on phone and desktop), ${runs} looks: ${found}`,
    );
    if (process.env['ACCESSIBILITY'] !== 'write' || this.#failed > 0) return;
    // Two workers finish in any order.
    const place = ({ screen, state }: SeenState) =>
      states.findIndex((each) => each.screen === screen && each.state === state);
    writeFileSync(accessibilityFile, accessibilityPage(this.#seen.toSorted((a, b) => place(a) - place(b))));
    console.log(`written: ${accessibilityFile}`);
  }
}
