import { expect, test } from 'vitest';

import { processorTime, type TraceEvent } from './trace.ts';

const url = 'http://localhost:1/login';
const event = (name: string, ts: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ts,
  ph: 'X',
  pid: 7,
  tid: 1,
  ...more,
});
const start = event('navigationStart', 1000, { ph: 'R', args: { data: { documentLoaderURL: url } } });

test('adds up the tasks of the thread of the page, of a task that is cut its share', () => {
  const events = [
    event('task', 500, { dur: 100, tdur: 100 }),
    event('navigationStart', 600, { ph: 'R', args: { data: { documentLoaderURL: 'about:blank' } } }),
    start,
    event('task', 2000, { dur: 4000, tdur: 3000 }),
    event('within', 2500, { dur: 1000, tdur: 900 }),
    event('other thread', 2500, { dur: 1000, tdur: 900, tid: 2 }),
    event('other process', 2500, { dur: 1000, tdur: 900, pid: 8 }),
    event('firstContentfulPaint', 8000, { ph: 'R' }),
    event('task', 7000, { dur: 2000, tdur: 2000 }),
    event('live', 10_000, { ph: 'R' }),
    event('later', 11_000, { dur: 500, tdur: 500 }),
  ];
  expect(processorTime(events, url)).toEqual({ untilFirstPaint: 4, untilLive: 5 });
});

test('a page that is never live has no time until then', () => {
  const events = [start, event('firstContentfulPaint', 1500, { ph: 'R' })];
  expect(processorTime(events, url)).toEqual({ untilFirstPaint: 0, untilLive: Number.NaN });
});

test('a trace without the page is an error', () => {
  expect(() => processorTime([], url)).toThrow('no navigation');
});
