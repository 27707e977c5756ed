/** Tests the built files: the size budget of the login route, and pages without inline code. Needs `npm run build`. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');
/** The budget of the login route with a cold cache, in thousands of bytes (brotli). */
const budget = { script: 80, style: 6, html: 8, font: 25 };
/** The style as the browser parses it, in thousands of bytes. */
const parsedStyle = 21;
/** Settings that fill the slots, about as long as the default ones. */
const settings = JSON.stringify({
  version: '1.9.0',
  publicUrl: 'https://login.example-company.test',
  authUrl: 'https://login.example-company.test',
  identityUrl: 'https://login.example-company.test',
  dashboardUrl: 'https://login.example-company.test/dashboard',
  workspaceUrl: 'https://login.example-company.test/workspace',
  desktopUrl: 'example-company://open',
  riskDataScriptUrl: '/risk-data.js',
  google: {
    clientId: '481516234248-example9f2c7d1e0b3a.apps.googleusercontent.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  },
  clientIds: { web: 'web-1d0c', webSecure: 'web-s-77ab', mobile: 'mob-93de', mobileSecure: 'mob-s-0f12' },
  brand: { name: 'Example Company' },
  signUpUrl: 'https://login.example-company.test/signup',
  helpUrl: 'https://login.example-company.test/help',
  allowedOrigins: ['https://login.example-company.test'],
  pageLanguage: 'en',
});

const brotli = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;
const page = (language: string, screen: string): string =>
  readFileSync(join(dist, 'pages', language, `${screen}.html`), 'utf8');
const client = (address: string): Buffer => readFileSync(join(dist, 'client', address));
/** Only the documents of the login page contain nothing for later screens. */
const first = ['login', 'loading'];
const documents = [...first, 'forgot-password', 'sign-up', 'status', 'not-found', 'unknown', 'shell'];
const pages = languages.flatMap((language) => documents.map((screen) => ({ language, screen })));

beforeAll(() => {
  expect(existsSync(join(dist, 'pages/manifest.json')), 'build first: npm run build').toBe(true);
});

/** Every script that a cold visit loads before any interaction: those named in the page, and their imports. */
function scriptsOf(html: string): string[] {
  const found = new Set<string>();
  const visit = (address: string): void => {
    if (found.has(address)) return;
    found.add(address);
    const code = client(address).toString();
    for (const [, name] of code.matchAll(
      /(?:^|[;}\s])(?:import|export)[^'"`();]*["']\.\/([^"']+\.js)["']/g,
    )) {
      visit(`/assets/${name}`);
    }
  };
  for (const [, address] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) visit(address ?? '');
  return [...found];
}

test('the login route stays within its budget', () => {
  const figures = languages.map((language) => {
    const html = page(language, 'login').replace('<!--app:config-->', `<script>${settings}</script>`);
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const scripts = scriptsOf(html);
    const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, address]) => client(address ?? ''));
    expect(fonts).toHaveLength(1);
    // Chromium holds the first paint back for a font that the head preloads; a low one lets the script pass.
    expect(html, 'the font is asked for before any text, and not in the head').toMatch(
      /<body>\s*<!--app:font--><link rel="preload" [^>]*as="font" type="font\/woff2" crossorigin fetchpriority="low"><!--\/app:font-->\s*<div id="root"/,
    );
    expect(html.split('<body>')[0], 'the head asks for nothing but the icon').not.toMatch(
      /<link rel="(?!icon|expect)|<script (?!type="application\/json")/,
    );
    expect(html, 'nothing is painted before the footer, which follows the screen, is read').toMatch(
      /<link rel="expect" href="#(\w+)" blocking="render">.*<\/main>(?:<!--\$-->)?<footer id="\1"/s,
    );
    expect(style.length / 1000).toBeLessThanOrEqual(parsedStyle);
    expect(style.includes('light-dark('), 'every colour is compiled for older browsers').toBe(false);
    expect(style.includes('--bg-surface:var(--l,#fff)var(--d,#161f1c)'), 'by short names').toBe(true);
    expect(style.includes('-webkit-text-size-adjust:'), 'Safari on a phone knows no other name').toBe(true);
    return {
      script: scripts.reduce((sum, address) => sum + client(`${address}.br`).length / 1000, 0),
      style: brotli(style),
      html: brotli(html),
      font: (fonts[0]?.length ?? 0) / 1000,
      files: scripts.length,
    };
  });
  const most = (of: 'script' | 'style' | 'html' | 'font'): number =>
    Math.max(...figures.map((each) => each[of]));
  expect(most('script')).toBeLessThanOrEqual(budget.script);
  expect(most('style')).toBeLessThanOrEqual(budget.style);
  expect(most('html')).toBeLessThanOrEqual(budget.html);
  expect(most('font')).toBeLessThanOrEqual(budget.font);
});

test('every document describes itself in its language', () => {
  const described = pages.map(({ language, screen }) => {
    const [, text = ''] = /<meta name="description" content="([^"]+)">/.exec(page(language, screen)) ?? [];
    expect(text, `${screen} ${language}`).toMatch(/^[^{}<>]{20,160}$/);
    return `${language} ${text}`;
  });
  // Of one language: login and the pages like it, the forgotten password, the sign-up and the status.
  expect(new Set(described).size).toBe(4 * languages.length);
});

test('each document with a form has the id that its key names', () => {
  for (const language of languages)
    for (const screen of ['login', 'forgot-password', 'sign-up'])
      expect(page(language, screen).split(`id="${postedFormId}"`), `${screen} ${language}`).toHaveLength(2);
});

test('the app has nine scripts, and the one that reports a load error imports only the first', () => {
  const scripts = readdirSync(join(dist, 'client/assets')).filter((name) => name.endsWith('.js'));
  const named = (name: string): string => scripts.find((file) => file.startsWith(`${name}-`)) ?? '';
  const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');
  expect(scripts.map(nameOf).toSorted()).toEqual([
    'account',
    'built-ins',
    'log',
    'main',
    'next',
    'notices',
    'passkey',
    'send-reports',
    'visit',
  ]);
  for (const name of ['notices', 'visit'])
    expect(
      scriptsOf(`src="/assets/${named(name)}"`).map((file) => nameOf(file.slice('/assets/'.length))),
    ).toEqual([name, 'main']);
});

test('the first script has the hint that it is compiled while it is loaded, and its map counts that line', () => {
  const [file = ''] = scriptsOf(page('en', 'login'));
  expect(client(file).toString()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  const map = JSON.parse(readFileSync(join(dist, 'maps', `${file}.map`), 'utf8')) as { mappings: string };
  // Vite's line, without a mapping, is the second.
  expect(map.mappings).toMatch(/^;;\w/);
});

test('there is one font file', () => {
  expect(
    readdirSync(join(dist, 'client/assets')).filter((name) => /\.(woff2?|ttf|otf)$/.test(name)),
  ).toHaveLength(1);
});

describe.each(pages)('the $screen page in $language', ({ language, screen }) => {
  const html = (): string => page(language, screen);

  test('runs only one module and has no inline styles', () => {
    const scripts = [...html().matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    const modules = scripts.filter(([, attributes]) => attributes?.includes('type="module"'));
    expect(modules).toHaveLength(1);
    for (const [, attributes, content] of modules) {
      expect(attributes).toMatch(/ src="\/assets\//);
      expect(content).toBe('');
    }
    const others = scripts.filter((script) => !modules.includes(script));
    for (const [, attributes, content] of others) {
      expect(attributes).toContain('type="application/json"');
      expect(content).not.toContain('<');
    }
    expect(html()).not.toMatch(/\sstyle="|\son\w+="|javascript:/);
  });

  test('requests nothing from another origin', () => {
    const addresses = [...html().matchAll(/\s(?:src|href|action)="([^"]*)"|url\(["']?([^)"']*)/g)];
    expect(addresses.length).toBeGreaterThan(3);
    for (const [, attribute, url] of addresses)
      expect(attribute ?? url).toMatch(/^(\/(?!\/)|#footer$|%HELP_URL%|%SIGN_UP_URL%)/);
  });

  test('has the slots that the service fills, and the language', () => {
    for (const slot of ['<!--app:config-->', '<!--app:brand-->', '<!--app:page-->']) {
      expect(html().split(slot)).toHaveLength(2);
    }
    if (screen === 'shell') {
      for (const slot of ['%TITLE%', '<!--app:screen-->']) expect(html().split(slot)).toHaveLength(2);
    } else {
      expect(html()).toMatch(/<!--app:logo--><svg.*<\/svg>%RESELLER%<!--\/app:logo-->/s);
      expect(html()).toContain('%RESELLER%</title>');
    }
    const google =
      /<!--app:google--><noscript>.*<\/noscript><div[^>]*><button.*?<\/button><\/div><!--\/app:google-->/s;
    expect(google.test(html())).toBe(screen === 'login');
    expect(html().indexOf('<!--app:brand-->')).toBeGreaterThan(html().indexOf('</style>'));
    expect(html()).toMatch(
      new RegExp(`<html lang="${languageTag(language)}" data-font="/assets/[\\w-]+\\.woff2">`),
    );
    expect(html().includes('id="later"')).toBe(!first.includes(screen));
  });

  test('has one style and one for the font, with the hashes of the manifest', () => {
    const styles = [...html().matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect(styles).toHaveLength(2);
    expect(styles.map((style) => style.includes('.woff2'))).toEqual([false, true]);
    expect(html()).toContain(`<!--app:font--><style>${styles[1]}</style><!--/app:font-->`);
    const manifest = JSON.parse(readFileSync(join(dist, 'pages/manifest.json'), 'utf8')) as {
      styleHashes: string[];
    };
    for (const style of styles) {
      const hash = createHash('sha256').update(style).digest('base64');
      expect(manifest.styleHashes).toContain(`sha256-${hash}`);
    }
  });
});

test('every compressible asset has its compressed files', () => {
  const names = readdirSync(join(dist, 'client/assets'), { recursive: true, encoding: 'utf8' });
  const plain = names.filter((name) => /\.(js|css|svg|json)$/.test(name));
  for (const name of plain) {
    expect(names).toContain(`${name}.br`);
    expect(names).toContain(`${name}.gz`);
  }
  expect(plain.filter((name) => name.startsWith('locales/'))).toHaveLength(2 * languages.length);
});

test('the server entry that renders pages is one module that imports only Node', () => {
  expect(readdirSync(join(dist, 'server'))).toEqual(['render.js']);
  const code = readFileSync(join(dist, 'server/render.js'), 'utf8');
  const imports = [...code.matchAll(/^import .*?from ["']([^"']+)["']/gm)].map(([, name]) => name);
  const required = [...code.matchAll(/__require\("([^"]+)"\)/g)].map(([, name]) => name ?? '');
  for (const name of [...imports, ...required]) expect(isBuiltin(name ?? ''), name).toBe(true);
});
