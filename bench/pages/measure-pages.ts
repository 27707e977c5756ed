/** Measures the production build of the login page in Chromium, in turn with the floors that the bench makes. */
import type { Part } from '#figures.ts';

import { visitInTurn } from './conditions.ts';
import { pageParts } from './page-figures.ts';
import { withFloors } from './with-floors.ts';

const login = '/login';

export const measurePages = ({ rounds }: { rounds: number }): Promise<Part[]> =>
  withFloors([login], async ({ browser, url, floors }) => {
    const addresses = { login: `${url}${login}`, inert: floors.inert.get(login) ?? '', bare: floors.bare };
    return pageParts(await visitInTurn(browser, addresses, { from: floors.elsewhere, rounds }));
  });
