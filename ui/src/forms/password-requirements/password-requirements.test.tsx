import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PasswordRequirements } from './password-requirements.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const said = () => screen.getByRole('status').textContent;

/** A rule that is easy to follow: which of the letters a to e were typed. */
function list(value: string) {
  const items = [...'abcde'].map((letter) => ({
    id: letter,
    text: `1 ${letter}`,
    met: value.includes(letter),
  }));
  const met = items.filter((item) => item.met).length;
  return (
    <PasswordRequirements
      id="requirements"
      label="Your password needs at least"
      items={items}
      metLabel="met"
      notMetLabel="not met"
      summary={`${met} of 5 requirements met`}
      value={value}
    />
  );
}

function setUp() {
  const { rerender } = render(list(''));
  return { type: (value: string) => rerender(list(value)) };
}

test('the list has a name, an order, and a text for each icon', () => {
  const { type } = setUp();
  type('ca');
  const shown = within(screen.getByRole('list', { name: 'Your password needs at least' }));
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 a – met',
    '1 b – not met',
    '1 c – met',
    '1 d – not met',
    '1 e – not met',
  ]);
  // The icon differs in shape as well as in colour.
  const [first, second, third] = shown.getAllByRole('listitem').map((item) => item.querySelector('svg'));
  expect(first?.innerHTML).toBe(third?.innerHTML);
  expect(first?.innerHTML).not.toBe(second?.innerHTML);
});

test('nothing is announced before the first key', () => {
  setUp();
  pass(10_000);
  expect(said()).toBe('');
});

test('one summary is announced when typing pauses for half a second', () => {
  const { type } = setUp();
  for (const value of ['a', 'ab', 'abx', 'abxx', 'abxxc']) {
    type(value);
    pass(499);
    expect(said()).toBe('');
  }
  pass(1);
  expect(said()).toBe('3 of 5 requirements met');
});

test('a changed summary is announced again, also when the field becomes empty', () => {
  const { type } = setUp();
  type('abcde');
  pass(500);
  expect(said()).toBe('5 of 5 requirements met');
  type('');
  pass(500);
  expect(said()).toBe('0 of 5 requirements met');
});

test('a field that was filled in before hydration announces nothing', () => {
  render(list('abc'));
  pass(10_000);
  expect(said()).toBe('');
});

test('a field can be described by the list, without the summary', () => {
  setUp();
  const described = document.getElementById('requirements');
  expect(described?.textContent).toMatch(/^Your password needs at least.*1 e – not met$/);
  expect(described?.querySelector('[role=status]')).toBeNull();
});

test('no timer is left behind', () => {
  const { unmount, rerender } = render(list(''));
  rerender(list('a'));
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
