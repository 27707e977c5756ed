/** Measures pages of the production build in Chromium, in turn with the floors that the bench makes. */
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { exactLetters, launchOptions } from '@app/testing/browser/browser-options.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

import { type Part, type Figure, median } from '#figures.ts';

import { visitInTurn } from './conditions.ts';
import { pageParts } from './page-figures.ts';
import { newVisitor, type Visit, visitPage } from './visit.ts';
import { type Floors, serveFloors } from './floors/serve-floors.ts';

const login = '/login';

/** The login page. */
export const measurePages = ({ rounds }: { rounds: number }): Promise<Part[]> =>
  withFloors([login], async ({ browser, url, floors }) => {
    const addresses = { login: `${url}${login}`, inert: floors.inert.get(login) ?? '', bare: floors.bare };
    return pageParts(await visitInTurn(browser, addresses, { from: floors.elsewhere, rounds }));
  });

const paths = ['/login/sso', '/password/forgot', '/signup', '/status'] as const;
const limit = 1.3;

/** Measures the first paint of the other pages that anyone can open, each in turn with its inert twin. */
export const measureScreens = ({ rounds }: { rounds: number }): Promise<Part[]> =>
  withFloors(paths, async ({ browser, url, floors }) => {
    const visit = async (address: string): Promise<Visit> => {
      const visitor = await newVisitor(browser);
      const options = { from: floors.elsewhere, throttled: true, live: false, watchAfter: 0 };
      const seen = await visitPage(visitor, address, options);
      await visitor.close();
      return seen;
    };
    const found = new Map(paths.map((path) => [path, { own: [] as number[], twin: [] as number[] }]));
    for (let round = 0; round < rounds; round += 1)
      for (const [path, times] of found) {
        const visits = [
          async () => times.own.push((await visit(`${url}${path}`)).firstPaint),
          async () => times.twin.push((await visit(floors.inert.get(path) ?? '')).firstPaint),
        ];
        for (const each of round % 2 === 0 ? visits : visits.toReversed()) await each();
      }
    const figures = [...found].map(([path, { own, twin }]): Figure => {
      const ratio = median(own.map((time, round) => time / (twin[round] ?? Number.NaN)));
      return {
        name: `${path}, first paint × inert twin (${median(own).toFixed(0)} · ${median(twin).toFixed(0)} ms)`,
        value: ratio.toFixed(2),
        target: `≤ ${limit}`,
        met: ratio <= limit,
      };
    });
    return [{ title: `Other pages, first visit, slowed down (${rounds} rounds)`, figures }];
  });

/** What a measurement of pages needs: Chromium, the service with the production build, and the floors. */
interface Started {
  readonly browser: Browser;
  /** The service's address. */
  readonly url: string;
  readonly floors: Floors;
}

/**
 * Chromium as its tests launch it, but with letters of their exact width, and with the positions of the source recorded when
 * a script is compiled. Playwright listens to the errors of a page, and for the stack of the first one (React makes four when
 * it is evaluated) Chromium would otherwise parse the whole script again: 15 ms, and 60 slowed down, that no visitor waits for.
 */
function measuringOptions(): LaunchOptions {
  const { args, ...options } = launchOptions();
  return { ...options, args: [...args, exactLetters, '--js-flags=--no-enable-lazy-source-positions'] };
}

/** Starts it, runs the measurement, and stops it. @param paths the pages of the service that get an inert twin */
async function withFloors<Result>(
  paths: readonly [string, ...string[]],
  measure: (started: Started) => Promise<Result>,
): Promise<Result> {
  // Find the browser first: without one, this throws before anything is started.
  const browser = await chromium.launch(measuringOptions());
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path);
    try {
      const floors = await serveFloors(service.url, paths);
      try {
        return await measure({ browser, url: service.url, floors });
      } finally {
        await floors.stop();
      }
    } finally {
      await service.stop();
    }
  } finally {
    await browser.close();
    await folder.remove();
  }
}
