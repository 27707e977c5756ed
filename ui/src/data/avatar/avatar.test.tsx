import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Avatar, initialsOf, tintCount, tintOf } from './avatar.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Gabriel  García   Márquez ', 'GM'],
  ['Émilie du Châtelet', 'ÉC'],
  ['E\u0301milie', 'É'],
  ['Øyvind Åsen', 'ØÅ'],
  ['Алла Пугачёва', 'АП'],
  ['محمد علي', 'مع'],
  ['山田 太郎', '山太'],
  ['नीरज', 'नी'],
  ['𠮷田', '𠮷'],
  ['Support (Paris)', 'S'],
  ['Team 42', 'T4'],
  ['ßarah', 'SS'],
  ['☎️ ', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name has one tint, whatever its case and its form; names use all tints about equally', () => {
  expect(tintOf(' ÉMILIE ')).toBe(tintOf('e\u0301milie'));
  const counts = Array.from({ length: tintCount }, () => 0);
  for (let person = 0; person < 6000; person += 1) {
    const tint = tintOf(`Person ${person}`);
    counts[tint] = (counts[tint] ?? 0) + 1;
  }
  expect(counts.every((count) => count > 600 && count < 1600)).toBe(true);
});

test('the tints of three names are those of every session', () => {
  expect(['Ada Lovelace', 'Grace Hopper', '山田 太郎'].map(tintOf)).toMatchInlineSnapshot(`
    [
      2,
      4,
      0,
    ]
  `);
});

const presence = { state: 'busy', label: 'On a call' } as const;

test.each([
  ['the name', {}, 'Ada Lovelace'],
  ['the name and the presence', { presence }, 'Ada Lovelace, On a call'],
  ['the presence alone beside a written name', { presence, decorative: true }, 'On a call'],
])('a screen reader hears %s', (_, props, name) => {
  render(<Avatar name="Ada Lovelace" {...props} />);
  expect(screen.getByRole('img', { name })).toBeDefined();
});

test('beside a written name it is hidden', () => {
  const { container } = render(<Avatar name="Ada Lovelace" decorative />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('img')).toBeNull();
});
