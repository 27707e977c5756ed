/** A visit for the tests of the bench, on which nothing happened but what is given. */
import type { Visit } from './visit.ts';

export const exampleVisit = (facts: Partial<Visit>): Visit => ({
  ready: true,
  firstPaint: Number.NaN,
  live: Number.NaN,
  longTasks: [],
  layoutShift: 0,
  shifted: [],
  keys: [],
  letters: [],
  kept: '',
  fetched: [],
  ...facts,
});
