import { expect, test } from 'vitest';

import type { Figure } from '#figures.ts';

import {
  blockedTime,
  keptFrom,
  lostLetters,
  medianOf,
  orderOf,
  ratioOf,
  type Round,
  slowestKey,
} from './readings.ts';
import type { Visit } from './visit.ts';
import { pageParts } from './page-figures.ts';

/** A visit on which nothing happened but what is given. */
const exampleVisit = (facts: Partial<Visit>): Visit => ({
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

const round = (login: number, inert: number, bare: number): Round => ({
  login: exampleVisit({ firstPaint: login }),
  inert: exampleVisit({ firstPaint: inert }),
  bare: exampleVisit({ firstPaint: bare }),
});

test('only what a task takes beyond 50 ms blocks, until two seconds after the page is live', () => {
  const longTasks = [
    { start: 10, duration: 80 },
    { start: 100, duration: 50 },
    { start: 2990, duration: 60 },
    { start: 3001, duration: 900 },
  ];
  expect(blockedTime({ longTasks, live: 1000 })).toBe(40);
  expect(blockedTime({ longTasks, live: Number.NaN })).toBe(890);
});

test('a letter is kept that is in the field at the end, and the others are lost', () => {
  const letters = [
    { letter: 'a', time: 300 },
    { letter: 'b', time: 360 },
    { letter: 'c', time: 420 },
  ];
  expect([keptFrom({ letters, kept: 'bc' }), lostLetters({ letters, kept: 'bc' })]).toEqual([360, 1]);
  expect(keptFrom({ letters, kept: '' })).toBeNaN();
  expect(lostLetters({ letters, kept: 'abc' })).toBe(0);
});

test('the slowest key is the longest press while the form is on the screen, and 0 without one', () => {
  const keys = [
    { name: 'keydown', start: 200, duration: 400 },
    { name: 'keydown', start: 310, duration: 24 },
    { name: 'keydown', start: 370, duration: 96 },
    { name: 'keyup', start: 371, duration: 120 },
  ];
  expect([slowestKey({ keys, firstPaint: 300 }), slowestKey({ keys: [], firstPaint: 300 })]).toEqual([96, 0]);
});

test('a ratio is the median of the ratios within each round, not the ratio of the medians', () => {
  const rounds = [round(100, 100, 50), round(300, 200, 100), round(1200, 300, 200)];
  expect(medianOf(rounds, 'login', ({ firstPaint }) => firstPaint)).toBe(300);
  expect(ratioOf(rounds, 'inert', ({ firstPaint }) => firstPaint)).toBe(1.5);
  expect(ratioOf(rounds, 'bare', ({ firstPaint }) => firstPaint)).toBe(3);
});

test('each page is first in one of three rounds', () => {
  expect([0, 1, 2, 3].map((each) => orderOf(each).join(' '))).toEqual([
    'login inert bare',
    'inert bare login',
    'bare login inert',
    'login inert bare',
  ]);
});

const fetched = [
  { url: 'http://localhost:1/login', bytes: 8000 },
  { url: 'http://localhost:1/assets/main.js', bytes: 79_000 },
];
const cold: Round = {
  login: exampleVisit({ firstPaint: 460, live: 1300, fetched }),
  inert: exampleVisit({ firstPaint: 400, fetched: fetched.slice(0, 1) }),
  bare: exampleVisit({ firstPaint: 300, live: 1000, fetched: [] }),
};
const again: Round = {
  ...cold,
  login: exampleVisit({ fetched: fetched.map(({ url }, index) => ({ url, bytes: index === 0 ? 8000 : 0 })) }),
};

test('the tables have ratios with their goals, and what a repeat visit fetches', () => {
  const parts = pageParts({
    cold: [cold],
    warm: [again],
    typed: [cold],
    fast: [cold],
    fastWarm: [cold],
    emptyTab: [cold],
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
