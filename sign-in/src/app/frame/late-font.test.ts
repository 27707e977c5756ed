import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadLateFont } from './late-font.ts';

/** The font that the network has, and what was asked for. */
let asked: string[] = [];
let arrive: () => void = () => {};
let fail: () => void = () => {};
let shown: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  shown = [];
  vi.stubGlobal(
    'FontFace',
    class {
      constructor(family: string, source: string, { weight }: { weight: string }) {
        asked.push(`${family} ${source} ${weight}`);
      }
      load(): Promise<unknown> {
        return new Promise((resolve, reject) => {
          arrive = () => resolve(this);
          fail = () => reject(new Error('offline'));
        });
      }
    },
  );
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: (face: unknown) => shown.push(face) },
  });
  document.documentElement.dataset['font'] = '/assets/inter.woff2';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['font'];
});

const press = (): void => void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));

test('the font of the document is loaded once, and shown when it is there', async () => {
  loadLateFont();
  loadLateFont();
  expect(asked).toEqual(['Inter url(/assets/inter.woff2) 400 700']);
  expect(shown).toEqual([]);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toHaveLength(1);
});

test('while somebody types, the font waits for a pause', async () => {
  loadLateFont();
  press();
  arrive();
  await vi.advanceTimersByTimeAsync(399);
  expect(shown).toEqual([]);
  press();
  await vi.advanceTimersByTimeAsync(399);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveLength(1);
});

test('a font that cannot be loaded leaves the page as it is', async () => {
  loadLateFont();
  fail();
  await vi.runAllTimersAsync();
  expect(shown).toEqual([]);
});

test('a document that has loaded its font asks for none', () => {
  delete document.documentElement.dataset['font'];
  loadLateFont();
  expect(asked).toEqual([]);
});
