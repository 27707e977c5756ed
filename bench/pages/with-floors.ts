/** Starts what a measurement of pages needs: Chromium, the service with the production build, and the floors. */
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { exactLetters, launchOptions } from '@app/testing/browser/browser-options.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

import { type Floors, serveFloors } from './floors/serve-floors.ts';

export interface Started {
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
export async function withFloors<Result>(
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
