import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Loader } from './loader.tsx';

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const image = () => document.querySelector('[aria-hidden]');

test('it is announced after 200 ms, by a live region that existed before', () => {
  vi.useFakeTimers();
  render(<Loader label="Loading" />);
  const status = screen.getByRole('status');
  pass(199);
  expect(status.textContent).toBe('');
  pass(1);
  expect(status.textContent).toBe('Loading');
});

test('quick work shows nothing', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Loader label="Loading" />);
  pass(199);
  rerender(<Loader active={false} label="Loading" />);
  expect(image()).toBeNull();
  pass(10_000);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('once shown it stays for 300 ms', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Loader label="Loading" />);
  pass(210);
  rerender(<Loader active={false} label="Loading" />);
  pass(289);
  expect(image()).not.toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Loading');
  pass(1);
  expect(image()).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('after long work it disappears immediately', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Loader label="Loading" />);
  pass(5000);
  rerender(<Loader active={false} label="Loading" />);
  pass(0);
  expect(image()).toBeNull();
});

test('without work nothing is shown', () => {
  render(<Loader active={false} label="Loading" />);
  expect(image()).toBeNull();
});
