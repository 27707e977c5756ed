/** Tests the built files: the size budget of the first screen, and documents without inline code. Needs `npm run build`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';
import type { Manifest } from 'vite';
import { beforeAll, expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');
/** The budget of the first screen with a cold cache, in thousands of bytes (brotli). */
const budget = { script: 150, style: 15, html: 4, font: 25 };
/** The area that an admin sees first. */
const firstArea = 'src/screens/overview/overview-screen.tsx';
/** The script of each area that is opened with a cold cache, in thousands of bytes (brotli): what it was, and 3 % more. */
const areaBudget = {
  'audit-log/audit-log-screen': 153.4,
  'invitations/invitations-area': 156.8,
  'me/me-screen': 158.7,
  'overview/overview-screen': 129.6,
  'people/people-screen': 175.6,
  'second-step/second-step-screen': 129.9,
  'sign-in-log/sign-in-log-screen': 154.9,
  'single-sign-on/single-sign-on-screen': 172.0,
};

const brotli = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;
const kB = (size: number): string => `${size.toFixed(1)} kB`;
const client = (file: string): Buffer => readFileSync(join(dist, 'client', file));
const page = (language: string): string => readFileSync(join(dist, 'pages', `${language}.html`), 'utf8');

beforeAll(() => {
  expect(existsSync(join(dist, 'pages/first-load.json')), 'build first: npm run build').toBe(true);
});

/** The scripts and styles that a module and its static imports load. */
function filesOf(manifest: Manifest, entry: string): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const queue = [entry];
  for (const key of queue) {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    queue.push(...(chunk.imports ?? []));
  }
  return { scripts, styles };
}

const readManifest = (): Manifest => JSON.parse(client('.vite/manifest.json').toString()) as Manifest;
/** Compressing takes long, and every area has the files of the first load. */
const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const known = sizes.get(file) ?? brotli(client(file));
  sizes.set(file, known);
  return known;
}
const size = (files: Iterable<string>): number => [...files].map(sizeOf).reduce((sum, each) => sum + each, 0);

test('the first screen is within its budget', () => {
  const manifest = readManifest();
  const main = filesOf(manifest, 'src/main.tsx');
  const first = filesOf(manifest, firstArea);
  const script = size(new Set([...main.scripts, ...first.scripts]));
  const style = size(new Set([...main.styles, ...first.styles]));
  const html = Math.max(...languages.map((language) => brotli(page(language))));
  const font = size(
    readdirSync(join(dist, 'client/assets')).flatMap((name) =>
      name.endsWith('.woff2') ? [`assets/${name}`] : [],
    ),
  );
  expect(script).toBeLessThanOrEqual(budget.script);
  expect(style).toBeLessThanOrEqual(budget.style);
  expect(html).toBeLessThanOrEqual(budget.html);
  expect(font).toBeLessThanOrEqual(budget.font);
});

test('each area is within its budget', () => {
  const manifest = readManifest();
  const main = filesOf(manifest, 'src/main.tsx').scripts;
  const cold = (area: string): number =>
    size(new Set([...main, ...filesOf(manifest, `src/screens/${area}.tsx`).scripts]));
  const built = Object.keys(manifest).filter((key) =>
    /^src\/screens\/[^/]+\/[^/]+-(area|screen)\.tsx$/.test(key),
  );
  expect(built).toEqual(Object.keys(areaBudget).map((area) => `src/screens/${area}.tsx`));
  const areas = Object.entries(areaBudget).map(([area, most]) => ({ area, most, script: cold(area) }));
  for (const { area, most, script } of areas) console.log(`${area}, cold: ${kB(script)} of ${most}`);
  for (const { area, most, script } of areas) expect(script, area).toBeLessThanOrEqual(most);
});

test.each(languages)('the document in %s runs one module and has no inline code or style', (language) => {
  const html = page(language);
  expect(html).toContain(`<html lang="${languageTag(language)}"%STORED_VIEW%>`);
  for (const slot of ['%STORED_VIEW%', '<!--app:brand-->', '<!--app:config-->'])
    expect(html.split(slot), slot).toHaveLength(2);
  const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
  expect(scripts.map(([, attributes = '']) => attributes.trim().split(' ')[0])).toEqual([
    'type="module"',
    'type="application/json"',
  ]);
  expect(scripts[0]?.[2]).toBe('');
  expect(html).not.toMatch(/ style=|<style| on\w+=|javascript:|data:/);
  expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
});

test.each(languages)(
  'the document in %s says without script that it needs it, and leads to the login',
  (language) => {
    const { title, text, logIn } = (
      JSON.parse(readFileSync(join(dist, `../src/i18n/locales/frame/${language}.json`), 'utf8')) as {
        noScript: Record<'title' | 'text' | 'logIn', string>;
      }
    ).noScript;
    const [, words = ''] = /<noscript>([^]*?)<\/noscript>/.exec(page(language)) ?? [];
    expect(words).toContain(`<h1>${title}</h1><p>${text}</p><a href="/login">${logIn}</a>`);
  },
);

test('no asset has the address of another one in a data address, and every name has a hash', () => {
  const names = readdirSync(join(dist, 'client/assets'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(js|css|json|svg|woff2)$/.test(name));
  expect(files.length).toBeGreaterThan(50);
  for (const name of files) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
  for (const name of files.filter((each) => each.endsWith('.css')))
    expect(client(`assets/${name}`).toString()).not.toContain('data:');
});

test('the files of the first load are what the document asks for', () => {
  const ahead = JSON.parse(readFileSync(join(dist, 'pages/first-load.json'), 'utf8')) as string[];
  const html = page('en');
  expect(ahead.length).toBeGreaterThan(1);
  for (const address of ahead) {
    expect(html).toContain(`"${address}"`);
    expect(existsSync(join(dist, 'client', address.replace('/dashboard/', '')))).toBe(true);
  }
});
