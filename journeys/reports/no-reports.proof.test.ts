/** Development reports nothing, whatever is set, and no product serves a source map. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@app/testing/browser/browser-test.ts';
import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { emailField } from '@app/testing/screens/sign-in-screens.ts';

test.use({ settings: { SENTRY_DSN: 'http://f00dfeed@127.0.0.1:9/42' } });

test('development loads no byte of the reporting, and names no intake', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await emailField(page).fill('ada@northline.test');
  await openDashboard(page, product);
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((url) => /send-reports|127\.0\.0\.1:9\//.test(url))).toEqual([]);
  for (const path of ['/login', '/dashboard', '/config.json']) {
    const answer = await page.request.get(path);
    expect(await answer.text(), path).not.toContain('f00dfeed');
    expect(answer.headers()['content-security-policy'] ?? '', path).not.toContain('127.0.0.1:9');
  }
});

for (const [app, base] of [
  ['sign-in', '/assets'],
  ['dashboard', '/dashboard/assets'],
] as const) {
  test(`no answer is a source map or names one: ${app}`, async ({ page }) => {
    const dist = join(import.meta.dirname, '../..', app, 'dist');
    const scripts = readdirSync(join(dist, 'client/assets')).filter((name) => name.endsWith('.js'));
    const maps = readdirSync(join(dist, 'maps/assets')).sort();
    expect(maps).toEqual(scripts.map((name) => `${name}.map`).sort());
    expect(
      readdirSync(join(dist, 'client'), { recursive: true }).filter((name) => /\.map/.test(String(name))),
    ).toEqual([]);
    for (const name of scripts) {
      const script = await page.request.get(`${base}/${name}`);
      expect(script.ok(), name).toBe(true);
      expect(await script.text(), name).not.toContain('sourceMappingURL');
      expect(script.headers()['sourcemap'], name).toBeUndefined();
      expect((await page.request.get(`${base}/${name}.map`)).status(), name).toBe(404);
      // Elsewhere below /dashboard is a page.
      for (const path of [`/maps/assets/${name}.map`, `${base}/../../maps/assets/${name}.map`])
        expect(await (await page.request.get(path)).text(), path).not.toContain('"mappings"');
    }
  });
}
