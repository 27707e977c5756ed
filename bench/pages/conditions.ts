/** The conditions of the visits, and the visits of one round. */
import type { Browser } from '@playwright/test';

import { newVisitor, visitPage, type Visit, type VisitOptions } from './visit.ts';
import { orderOf, type PageName, type Round, watchedAfterLive } from './readings.ts';

export interface Rounds {
  /** Slow 4G, processor four times slower. */
  readonly cold: Round[];
  /** The second visit with the same cache. */
  readonly warm: Round[];
  /** A first visit on which the person types from the start. */
  readonly typed: Round[];
  /** Neither network nor processor slowed down. */
  readonly fast: Round[];
  readonly fastWarm: Round[];
  /** Slowed down, a first visit that begins in an empty tab. */
  readonly emptyTab: Round[];
}

/** Milliseconds that a page is watched where only its start is measured. */
const shortly = 200;

/** @param from where every visit begins, but those in an empty tab */
export async function visitInTurn(
  browser: Browser,
  addresses: Addresses,
  { from, rounds }: { readonly from: string; readonly rounds: number },
): Promise<Rounds> {
  const all: Rounds = { cold: [], warm: [], typed: [], fast: [], fastWarm: [], emptyTab: [] };
  await warmUp(browser, addresses);
  for (let round = 0; round < rounds; round += 1) {
    const order = orderOf(round);
    add(all, await visitTwice(browser, addresses, { from, order }));
    const emptyTab = { throttled: true, watchAfter: 0 };
    add(all, { emptyTab: await visitEach(browser, addresses, order, emptyTab) });
    // Every other round: a key's time is far above its goal or below it.
    const typing = { from, throttled: true, typing: true, watchAfter: 2 * shortly };
    if (round % 2 === 0) add(all, { typed: await visitEach(browser, addresses, order, typing) });
  }
  return all;
}

type Addresses = Readonly<Record<PageName, string>>;

function add(all: Rounds, round: Readonly<Partial<Record<keyof Rounds, Round>>>): void {
  for (const [name, visits] of Object.entries(round)) all[name as keyof Rounds].push(visits);
}

/** Warms up the browser and the service. */
async function warmUp(browser: Browser, addresses: Addresses): Promise<void> {
  for (const page of orderOf(0)) {
    const visitor = await newVisitor(browser);
    await visitPage(visitor, addresses[page], { throttled: false, live: page !== 'inert', watchAfter: 0 });
    await visitor.close();
  }
}

/** A first visit and a repeat visit of each page, slowed down and not. */
async function visitTwice(
  browser: Browser,
  addresses: Addresses,
  { from, order }: { readonly from: string; readonly order: readonly PageName[] },
): Promise<Record<'cold' | 'warm' | 'fast' | 'fastWarm', Round>> {
  const found = { cold: emptyRound(), warm: emptyRound(), fast: emptyRound(), fastWarm: emptyRound() };
  // Every page under one condition before the next condition, so that the visits of a ratio are close in time.
  for (const [first, again, throttled] of [
    ['cold', 'warm', true],
    ['fast', 'fastWarm', false],
  ] as const)
    for (const page of order) {
      const visitor = await newVisitor(browser);
      const live = page !== 'inert';
      const options = { from, throttled, live };
      const watchAfter = throttled && live ? watchedAfterLive : shortly;
      found[first][page] = await visitPage(visitor, addresses[page], { ...options, watchAfter });
      // The person typed on the first visit.
      await visitor.addCookies([{ name: 'visitor_id', value: 'bench', url: addresses[page] }]);
      found[again][page] = await visitPage(visitor, addresses[page], { ...options, watchAfter: shortly });
      await visitor.close();
    }
  return found;
}

/** A first visit of each page. */
async function visitEach(
  browser: Browser,
  addresses: Addresses,
  order: readonly PageName[],
  options: VisitOptions,
): Promise<Round> {
  const found = emptyRound();
  for (const page of order) {
    const visitor = await newVisitor(browser);
    found[page] = await visitPage(visitor, addresses[page], { ...options, live: page !== 'inert' });
    await visitor.close();
  }
  return found;
}

/** Filled before it is read. */
const emptyRound = (): Record<PageName, Visit> => ({}) as Record<PageName, Visit>;
