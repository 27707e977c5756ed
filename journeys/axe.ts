/** axe-core on a page: what it finds by the rules of WCAG 2.0 to 2.2, levels A and AA, and by best practice. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Nothing of the pages is in a style sheet of another origin, and a fetch would be one request too many.
  preload: false,
};

/** Waits until nothing fades any more: a colour on its way from one theme to the other is neither's. */
async function stillness(page: Page): Promise<void> {
  const moving = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
    }).length;
  await expect
    .poll(() => page.evaluate(moving), { message: 'the page comes to rest', intervals: [20] })
    .toBe(0);
}

/** Each finding as one line: the rule, where, and why. The script is put in by the debugger, which no CSP concerns. */
export async function findingsOf(page: Page): Promise<string[]> {
  await stillness(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run(given);
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
