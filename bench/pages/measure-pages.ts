/** Measures the production build of the login page in Chromium, in turn with the floors that the bench makes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

import type { Part } from '#figures.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

import { visitInTurn } from './conditions.ts';
import { serveFloors } from './floors/serve-floors.ts';
import { measureReturn } from './measure-return.ts';
import { measureSizes } from './measure-sizes.ts';
import { drawVisits, pageParts } from './page-figures.ts';

const plotFile = join(import.meta.dirname, '../../docs/pictures/login-visits.svg');

export async function measurePages({ rounds }: { rounds: number }): Promise<Part[]> {
  // Find the browser first: without one, this throws before anything is started.
  const browser = await chromium.launch(launchOptions());
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path);
    try {
      const floors = await serveFloors(service.url);
      try {
        const sizes = await measureSizes(browser, service.url);
        const addresses = { login: `${service.url}/login`, inert: floors.inert, bare: floors.bare };
        const visits = await visitInTurn(browser, addresses, rounds);
        const coming = await measureReturn(service.url, floors.inert);
        writeFileSync(plotFile, drawVisits(visits));
        return [sizes, ...pageParts(visits), coming];
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
