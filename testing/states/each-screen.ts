/** The main state of each screen, one after the other in one test: for checks that need every screen and not every state. */
import type { BrowserContext, Page } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';

import { awake } from '#browser/hydration.ts';
import type { Scene, ScreenState } from './screen-state.ts';
import { states } from './states.ts';

const mainStates: readonly ScreenState[] = states.filter(({ main }) => main);

/** Goes to each screen on a page of its own and has it checked. Answers how many there were. */
export async function eachScreen(
  { context, ...rest }: Omit<Scene, 'page'> & { context: BrowserContext },
  check: (page: Page, name: string) => Promise<void>,
): Promise<number> {
  for (const state of mainStates) {
    const name = `${state.screen}, ${state.state}`;
    await rest.time.pass(hours(25));
    await context.clearCookies();
    const page = await context.newPage();
    try {
      await state.reach({ page, ...rest }, 'en');
      await awake(page);
      await check(page, name);
    } catch (error) {
      throw new Error(`${name}: ${String(error)}`, { cause: error });
    } finally {
      await page.close();
    }
  }
  return mainStates.length;
}
