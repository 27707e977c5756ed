/** Tests what the login page asks for until it is live, and which modules run before. Needs `npm run build`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');
const html = (language: string, screen: string): string =>
  readFileSync(join(dist, 'pages', language, `${screen}.html`), 'utf8');

/** The modules in a script, by their paths from the root of the repository. */
function modulesOf(name: string): string[] {
  const maps = join(dist, 'maps/assets');
  const file = readdirSync(maps).find((each) => each.startsWith(`${name}-`)) ?? '';
  const { sources } = JSON.parse(readFileSync(join(maps, file), 'utf8')) as { sources: string[] };
  // A map lies below `sign-in`, so what is left of a path above it begins with `src/` or with a workspace.
  return sources.map((source) => source.replace(/^(?:\.\.\/)+/, '').replace(/^src\//, 'sign-in/src/'));
}

/** What a person needs after the login page was hydrated. */
const later = [
  /^sign-in\/src\/screens\/(?!login\/|loading\/)/,
  /^sign-in\/src\/screens\/login\/(?:code\/|passkey\/|sso-form|sso-offer|password-blocked)/,
  /^sign-in\/src\/auth\/(?:link|log|passkey|visit)\//,
  /^sign-in\/src\/auth\/provider\/(?!asked-again)/,
  /^sign-in\/src\/auth\/password\/(?:code-step|finish-sign-in|mailbox-proof|risk-data)/,
  /^sign-in\/src\/auth\/start\/(?:rendered-page|stored-session|refresh-at-start|keep-session-fresh)/,
  /^sign-in\/src\/app\/(?:account-screens|notices\/(?!use-notices|crash-boundary))/,
  /^sign-in\/src\/forms\/(?:mail|new-password)\//,
  /^session\/src\/stored\/stored-values/,
  /^log\/src\/(?:reports\/|redaction|clean-text|secret-names|forward-log|log-batch)/,
  /^ui\/src\/feedback\/toast\//,
  /^ui\/src\/forms\/code-field\//,
];

test('no module of codes, providers or later screens is evaluated before the login page is hydrated', () => {
  const main = modulesOf('main');
  expect(main).toContain('sign-in/src/main.tsx');
  expect(main).toContain('sign-in/src/screens/login/password-form.tsx');
  expect(main.filter((module) => later.some((pattern) => pattern.test(module)))).toEqual([]);
  // Each pattern names modules that exist: a renamed folder must be renamed here as well.
  const others = ['account', 'log', 'next', 'notices', 'passkey', 'send-reports', 'visit'].flatMap(modulesOf);
  const unused = later.filter((pattern) => !others.some((module) => pattern.test(module)));
  expect(unused).toEqual([]);
});

test.each(languages)(
  'until it is live the login page in %s asks for one script and no style sheet',
  (language) => {
    const page = html(language, 'login');
    expect(page.match(/<script[^>]* src="/g)).toHaveLength(1);
    expect(page).not.toMatch(/<link[^>]* rel="(?:modulepreload|stylesheet)"/);
    const [, address = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    const code = readFileSync(join(dist, 'client', address), 'utf8');
    expect(code).not.toMatch(/(?:^|[;}\s])(?:import|export)[^'"`();]*["']\.\/[^"']+\.js["']/);
  },
);
