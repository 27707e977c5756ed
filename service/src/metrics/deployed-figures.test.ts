/** Every figure that the dashboard of Grafana and the alerts of Prometheus name is one that the service has. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';

import { figuresIn, queriesOf } from '#test/drivers/figures-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';

const service = await createTestApp();
afterAll(() => service.close());

const read = (file: string): string =>
  readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');

it('the dashboard and the alerts name figures of the registry alone', async () => {
  const page = (await service.app.inject({ url: '/metrics' })).body;
  const known = new Set(
    [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const { alerts, panels } = queriesOf(read('prometheus/alerts.yaml'), read('grafana/sign-in.json'));
  const named = new Set([...alerts, ...panels].flatMap(figuresIn));
  const unknown = [...named].filter((name) => !known.has(name) && name !== 'up');
  expect(unknown).toEqual([]);
  expect(alerts.length).toBeGreaterThan(10);
  expect(panels.length).toBeGreaterThan(10);
});

it('each alert has its own test', () => {
  const names = [...read('prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tested = [...read('prometheus/alerts.test.yaml').matchAll(/- name: (\w+)/g)].map(([, name]) => name);
  expect(tested).toEqual(names);
});

it.each([
  ['sum by (limit) (rate(limit_refusals_total{limit="a b"}[5m])) > 1', ['limit_refusals_total']],
  ['a_total / b_total > 1e9 unless up == 0', ['a_total', 'b_total', 'up']],
])('finds the figures of %s', (query, names) => {
  expect(figuresIn(query)).toEqual(names);
});
