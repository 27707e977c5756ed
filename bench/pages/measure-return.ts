/** Measures whether the browser may keep a page in its back/forward cache, for somebody who comes back to it. */
import { chromium } from '@playwright/test';

import type { Part } from '#figures.ts';
import { comeBack, withBackForwardCache } from '@app/testing/browser/back-forward-cache.ts';
import { launchOptions } from '@app/testing/browser/browser-options.ts';

import { newVisitor } from './visit.ts';

/** Pages that show no secret. */
const paths = ['/login', '/login/sso', '/password/forgot', '/signup', '/status'];

/** @param elsewhere another page, to go to and come back from */
export async function measureReturn(serviceUrl: string, elsewhere: string): Promise<Part> {
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
