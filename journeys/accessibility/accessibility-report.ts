/**
 * A Playwright reporter that adds up and prints the accessibility checks of a proof. With `ACCESSIBILITY=write` it also
 * writes docs/accessibility.md: `PROOF=1 ACCESSIBILITY=write npx playwright test --config
 * journeys/playwright.config.ts every-state`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

import { languages } from '@app/contract/fields/vocabulary.ts';

import { proof } from '@app/testing/browser/browser-test.ts';
import { states } from '@app/testing/states/states.ts';

import { accessibilityPage, type CheckedState } from './accessibility-page.ts';

export type { CheckedState } from './accessibility-page.ts';

const annotationType = 'checked state';

/** Returns a checked state as an annotation, which Playwright sends from the worker to the reporter. */
export const checkedState = (checked: CheckedState): { type: string; description: string } => ({
  type: annotationType,
  description: JSON.stringify(checked),
});

/** The path of the page that it writes. */
export const accessibilityFile = join(import.meta.dirname, '../../docs/accessibility.md');

// oxlint-disable-next-line import/no-default-export -- Playwright loads a reporter by its default export
export default class AccessibilityReport implements Reporter {
  #checked: CheckedState[] = [];
  #failed = 0;

  onTestEnd(_test: TestCase, { annotations, status }: TestResult): void {
    const own = annotations.filter(({ type }) => type === annotationType);
    this.#checked.push(...own.map(({ description = '' }) => JSON.parse(description) as CheckedState));
    if (own.length > 0 && status !== 'passed') this.#failed += 1;
  }

  onEnd(): void {
    if (!proof || this.#checked.length === 0) return;
    const looks = this.#checked.reduce((sum, each) => sum + each.looks, 0);
    const main = this.#checked.flatMap(({ stops }) => stops ?? []);
    const stops = main.reduce((sum, each) => sum + each, 0);
    const found = this.#failed === 0 ? '0 findings' : `findings in ${this.#failed} tests, named above`;
    console.log(
      [
        `axe: ${this.#checked.length} states × ${languages.length} languages × 2 themes (English on phone and desktop), ${looks} looks: ${found}`,
        `keyboard: ${main.length} screens, ${stops} stops forwards and back, each seen, 0 traps`,
        `reduced motion: ${main.length} screens: 0 movements`,
        `forced colours: ${main.length} screens, light and dark: 0 controls without a border or an outline`,
        `zoom: ${main.length} screens with text of 200 % and with wider spacing: 0 cut off`,
      ].join('\n'),
    );
    if (process.env['ACCESSIBILITY'] !== 'write' || this.#failed > 0) return;
    // The workers finish in any order.
    const order = ({ screen, state }: CheckedState) =>
      states.findIndex((each) => each.screen === screen && each.state === state);
    writeFileSync(
      accessibilityFile,
      accessibilityPage(this.#checked.toSorted((a, b) => order(a) - order(b))),
    );
    console.log(`written: ${accessibilityFile}`);
  }
}
