import { expect, test } from 'vitest';

import { axisOf, plotRounds } from './plot-rounds.ts';
import type { Round } from './readings.ts';

test('an axis has round steps and room for the largest value', () => {
  expect([axisOf(1), axisOf(430), axisOf(2600)]).toEqual([
    { step: 0.2, end: 1 },
    { step: 100, end: 500 },
    { step: 500, end: 3000 },
  ]);
});

test('each visit is a dot, and a page without a value has no lane', () => {
  const rounds = [
    { login: { live: 200 }, inert: { live: Number.NaN }, bare: { live: 100 } },
    { login: { live: 300 }, inert: { live: Number.NaN }, bare: { live: 120 } },
  ] as unknown as Round[];
  const svg = plotRounds('First visit', [{ title: 'live', rounds, reading: ({ live }) => live }]);
  expect(svg.match(/<circle /g)).toHaveLength(4);
  expect(svg).toContain('>login 250</text>');
  expect(svg).not.toContain('>inert');
  expect(svg).not.toContain('NaN');
});
