import { expect, test } from 'vitest';

import { createKeyRegistry, keyOf } from './use-keys.ts';

const binding = (keys: string) => ({ keys, label: keys, run: () => {} });

test('a key means its newest binding, the beginning of two keys, or nothing', () => {
  const keys = createKeyRegistry();
  const [everywhere, here] = [binding('/'), binding('/')];
  keys.add('frame', [everywhere, binding('g p')]);
  const remove = keys.add('screen', [here]);
  expect(keys.find('/')).toBe(here);
  expect(keys.find('g')).toBe('begins');
  expect(keys.find('g p')).toMatchObject({ keys: 'g p' });
  expect([keys.find('x'), keys.find('g x'), keys.find('p')]).toEqual([undefined, undefined, undefined]);
  expect(keys.list('screen')).toEqual([here]);
  remove();
  expect(keys.find('/')).toBe(everywhere);
  expect(keys.list('screen')).toEqual([]);
});

/** The key of a press on an element. */
function pressOn(html: string, init: KeyboardEventInit): string | undefined {
  document.body.innerHTML = html;
  let seen: string | undefined;
  const listen = (event: KeyboardEvent): void => {
    seen = keyOf(event);
  };
  document.addEventListener('keydown', listen);
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  document.removeEventListener('keydown', listen);
  document.body.replaceChildren();
  return seen;
}

test.each<[string, KeyboardEventInit, string | undefined]>([
  ['<main></main>', { key: '/' }, '/'],
  ['<button></button>', { key: '?', shiftKey: true }, '?'],
  ['<a href="/x">x</a>', { key: 'G', shiftKey: true }, 'g'],
  ['<input type="checkbox">', { key: 'x' }, 'x'],
  ['<input>', { key: '/' }, undefined],
  ['<input type="search">', { key: '/' }, undefined],
  ['<textarea></textarea>', { key: 'g' }, undefined],
  ['<select></select>', { key: 'g' }, undefined],
  ['<p contenteditable></p>', { key: 'g' }, undefined],
  ['<div role="menu"></div>', { key: 'g' }, undefined],
  ['<div role="dialog"></div>', { key: '/' }, undefined],
  ['<main></main>', { key: '/', ctrlKey: true }, undefined],
  ['<main></main>', { key: 'g', metaKey: true }, undefined],
  ['<main></main>', { key: 'g', altKey: true }, undefined],
  ['<main></main>', { key: 'g', repeat: true }, undefined],
  ['<main></main>', { key: 'g', isComposing: true }, undefined],
  ['<main></main>', { key: ' ' }, undefined],
  ['<main></main>', { key: 'Enter' }, undefined],
])('on %s the press %o is %s', (html, init, expected) => {
  expect(pressOn(html, init)).toBe(expected);
});
