/** The conditions of the visits, and the visits of one round. */
import type { Browser } from '@playwright/test';

import { newVisitor, visitPage, type Visit } from './visit.ts';
import { orderOf, type PageName, type Round, watchedAfterLive } from './readings.ts';

export interface Rounds {
  /** Slow 4G, processor four times slower. */
  readonly cold: Round[];
  /** The second visit with the same cache. */
  readonly warm: Round[];
  /** A first visit on which somebody types from the start. */
  readonly typed: Round[];
  /** Neither network nor processor slowed down; with a trace. */
  readonly fast: Round[];
  readonly fastWarm: Round[];
}

/** Milliseconds that a page is watched where only its start is measured. */
const shortly = 200;

export async function visitInTurn(
  browser: Browser,
  addresses: Readonly<Record<PageName, string>>,
  rounds: number,
): Promise<Rounds> {
  const all: Rounds = { cold: [], warm: [], typed: [], fast: [], fastWarm: [] };
  // The first round warms up the browser and the service.
  for (let round = -1; round < rounds; round += 1) {
    const of = await visitEach(browser, addresses, orderOf(round + 1));
    if (round >= 0) for (const name of Object.keys(all) as (keyof Rounds)[]) all[name].push(of[name]);
  }
  return all;
}

async function visitEach(
  browser: Browser,
  addresses: Readonly<Record<PageName, string>>,
  order: readonly PageName[],
): Promise<Record<keyof Rounds, Round>> {
  const found: Record<keyof Rounds, Partial<Record<PageName, Visit>>> = {
    cold: {},
    warm: {},
    typed: {},
    fast: {},
    fastWarm: {},
  };
  // Every page under one condition before the next condition, so that the visits of a ratio are close in time.
  for (const [first, second, throttled] of [
    ['cold', 'warm', true],
    ['fast', 'fastWarm', false],
  ] as const)
    for (const page of order) {
      const visitor = await newVisitor(browser);
      const live = page !== 'inert';
      const options = { throttled, live, traced: !throttled };
      const whole = { ...options, watchAfter: throttled && live ? watchedAfterLive : shortly };
      found[first][page] = await visitPage(visitor, addresses[page], whole);
      found[second][page] = await visitPage(visitor, addresses[page], { ...options, watchAfter: shortly });
      await visitor.close();
    }
  for (const page of order) {
    const visitor = await newVisitor(browser);
    const options = { throttled: true, live: page !== 'inert', typing: true, watchAfter: 2 * shortly };
    found.typed[page] = await visitPage(visitor, addresses[page], options);
    await visitor.close();
  }
  return found as Record<keyof Rounds, Round>;
}
