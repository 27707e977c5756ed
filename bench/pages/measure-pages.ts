/** Measures the production build of the login page in Chromium, in turn with the floors that the bench makes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Part } from '#figures.ts';

import { visitInTurn } from './conditions.ts';
import { measureReturn } from './measure-return.ts';
import { measureSizes } from './measure-sizes.ts';
import { drawVisits, pageParts } from './page-figures.ts';
import { withFloors } from './with-floors.ts';

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
