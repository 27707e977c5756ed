import { expect, test } from 'vitest';

import { visit } from '#test/drivers/page-visits.ts';
import { buildFont, buildFontRule, createTestApp } from '#test/setup/test-app.ts';

test('pages load the font at once for who was here before or runs no script, else by the script', async () => {
  const service = await createTestApp();
  const [rule, preload] = [
    `<style>${buildFontRule}</style>`,
    `<link rel="preload" href="${buildFont}" as="font">`,
  ];
  for (const path of ['/login', '/signup/confirm', '/no/such/page']) {
    const first = (await visit(service, path)).body;
    expect(first, path).toContain(`data-font="${buildFont}"`);
    expect(first, path).toContain(`<noscript>${rule}</noscript>`);
    expect(first, path).toContain(`<noscript>${preload}</noscript>`);
    const again = (await visit(service, path, { cookie: 'a=b; visitor_id=1' })).body;
    expect(again, path).not.toContain('data-font');
    expect(again, path).not.toMatch(/<noscript><(?:style|link)/);
    expect(again.split(rule), path).toHaveLength(2);
    expect(again.split(preload), path).toHaveLength(2);
    expect(again + first, path).not.toContain('app:font');
  }
  const secure = await createTestApp({ settings: { publicUrl: 'https://login.example-company.test' } });
  const host = 'login.example-company.test';
  for (const [cookie, late] of [
    ['visitor_id=1', true],
    ['__Secure-visitor_id=1', false],
  ] as const)
    expect((await visit(secure, '/login', { host, cookie })).body.includes('data-font'), cookie).toBe(late);
  await secure.close();
  await service.close();
});
