import { expect, test } from 'vitest';

import { exampleVisit } from './example-visit.ts';
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
