/** Measures the production build of the login page in Chromium, in turn with the floors that the bench makes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { comeBack, withBackForwardCache } from '@app/testing/browser/back-forward-cache.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';

import type { Part } from '#figures.ts';

import { visitInTurn } from './conditions.ts';
import { measureSizes } from './measure-sizes.ts';
import { drawVisits, pageParts } from './page-figures.ts';
import { withFloors } from './with-floors.ts';
import { newVisitor } from './visit.ts';

const login = '/login';
const plotFile = join(import.meta.dirname, '../../docs/pictures/login-visits.svg');

export const measurePages = ({ rounds }: { rounds: number }): Promise<Part[]> =>
  withFloors([login], async ({ browser, url, floors }) => {
    const inert = floors.inert.get(login) ?? '';
    const sizes = await measureSizes(browser, url);
    const addresses = { login: `${url}${login}`, inert, bare: floors.bare };
    const visits = await visitInTurn(browser, addresses, { from: floors.elsewhere, rounds });
    const coming = await measureReturn(url, inert);
    writeFileSync(plotFile, drawVisits(visits));
    return [sizes, ...pageParts(visits), coming];
  });

/** Pages that show no secret. */
const paths = ['/login', '/login/sso', '/password/forgot', '/signup', '/status'];

/** @param elsewhere another page, to go to and come back from */
async function measureReturn(serviceUrl: string, elsewhere: string): Promise<Part> {
  const browser = await chromium.launch({ ...launchOptions(), ...withBackForwardCache });
  try {
    const figures = [];
    for (const path of paths) {
      const visitor = await newVisitor(browser);
      const reasons = await comeBack(visitor, `${serviceUrl}${path}`, elsewhere);
      await visitor.close();
      figures.push({
        name: `${path} may be kept`,
        value: reasons.length === 0 ? 'yes' : `no: ${reasons.join(', ')}`,
        target: 'yes',
        met: reasons.length === 0,
      });
    }
    return {
      title: 'Coming back to a page: the back/forward cache',
      figures,
      note: 'Chromium’s own reasons against keeping a page, after a visit, a visit of another page and a step back.',
    };
  } finally {
    await browser.close();
  }
}
