/** Measures the first paint of the other pages that anyone can open, each in turn with its inert twin. */
import { type Figure, median, type Part } from '#figures.ts';

import { newVisitor, type Visit, visitPage } from './visit.ts';
import { withFloors } from './with-floors.ts';

const paths = ['/login/sso', '/password/forgot', '/signup', '/status'] as const;
const limit = 1.3;

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
