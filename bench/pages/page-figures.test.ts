import { expect, test } from 'vitest';

import type { Figure } from '#figures.ts';

import { exampleVisit } from './example-visit.ts';
import { pageParts } from './page-figures.ts';
import type { Round } from './readings.ts';

const fetched = [
  { url: 'http://localhost:1/login', bytes: 8000 },
  { url: 'http://localhost:1/assets/main.js', bytes: 79_000 },
];
const round: Round = {
  login: exampleVisit({ firstPaint: 460, live: 1300, fetched }),
  inert: exampleVisit({ firstPaint: 400, fetched: fetched.slice(0, 1) }),
  bare: exampleVisit({ firstPaint: 300, live: 1000, fetched: [] }),
};
const again: Round = {
  ...round,
  login: exampleVisit({ fetched: fetched.map(({ url }, index) => ({ url, bytes: index === 0 ? 8000 : 0 })) }),
};

test('the tables have ratios with their goals, and what a repeat visit fetches', () => {
  const parts = pageParts({
    cold: [round],
    warm: [again],
    typed: [round],
    fast: [round],
    fastWarm: [round],
    emptyTab: [round],
  });
  const figures = new Map<string, Figure>();
  for (const figure of parts[0]?.figures ?? []) figures.set(figure.name, figure);
  const shown = (name: string) => [figures.get(name)?.value, figures.get(name)?.met];

  expect(shown('first paint, ms (login · inert · bare React)')).toEqual(['460 · 400 · 300', undefined]);
  expect(shown('first paint × inert page')).toEqual(['1.15', true]);
  expect(shown('live × bare React')).toEqual(['1.30', false]);
  expect(shown('layout shift, the worst round (nothing)')).toEqual(['0', true]);
  expect(shown('requests of a repeat visit: the document alone')).toEqual(['1', true]);
});
