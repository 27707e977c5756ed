import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

import { hours, minutes } from '@app/contract/fields/durations.ts';

import { createMovableClock, serveClock, type ClockControl } from './movable-clock.ts';

let control: ClockControl | undefined;
afterEach(async () => {
  await control?.close();
  control = undefined;
});

const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

test('the clock ticks, and the control server advances it', async () => {
  const clock = createMovableClock();
  control = await serveClock(clock);
  const before = Date.now();
  expect(clock.now()).toBeGreaterThanOrEqual(before);

  const answer = await post(control.url, JSON.stringify({ advance: minutes(10) }));
  expect(answer.status).toBe(200);
  const { now } = (await answer.json()) as { now: number };
  expect(now).toBeGreaterThanOrEqual(before + minutes(10));
  expect(now).toBeLessThan(before + minutes(11));
  expect((await (await fetch(control.url)).json()) as object).toHaveProperty('now');
});

test("a clock can start ahead of the machine's clock", () => {
  expect(createMovableClock(hours(25)).now()).toBeGreaterThanOrEqual(Date.now() + hours(25) - 1000);
});

test.each(['{"advance":-1}', '{"advance":1.5}', '{"advance":"10"}', '{}', 'null'])(
  'the control server refuses %s',
  async (body) => {
    const clock = createMovableClock();
    control = await serveClock(clock);
    const before = clock.now();
    expect((await post(control.url, body)).status).toBe(422);
    expect(clock.now()).toBeLessThan(before + minutes(1));
  },
);

test('the control server answers no other request', async () => {
  control = await serveClock(createMovableClock());
  expect((await post(control.url, '{')).status).toBe(400);
  expect((await fetch(new URL('/login', control.url))).status).toBe(404);
  expect((await fetch(control.url, { method: 'DELETE' })).status).toBe(405);
});

test('only programs of tests start with the movable clock, so the product never contains it', async () => {
  const service = join(import.meta.dirname, '../..');
  const importers: string[] = [];
  for (const room of ['src', 'dev', 'test']) {
    for (const file of await readdir(join(service, room), { recursive: true })) {
      if (!file.endsWith('.ts') || file.includes('movable-clock.test')) continue;
      const text = await readFile(join(service, room, file), 'utf8');
      if (/['"#/.]*(?:start-with-)?movable-clock\.ts['"]/.test(text)) importers.push(`${room}/${file}`);
    }
  }
  expect(importers.toSorted()).toEqual([
    'test/clock/start-staging.ts',
    'test/clock/start-with-movable-clock.ts',
  ]);
  const start = await readFile(join(service, '../package.json'), 'utf8');
  expect(start).not.toContain('movable-clock');
});
