import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Step } from './step.tsx';

const moved = () => screen.getByRole('textbox').parentElement?.hasAttribute('data-moved');

test('the first step is not animated, every later one is, and each is mounted again', () => {
  const { rerender } = render(
    <Step name="password">
      <input aria-label="Password" defaultValue="a" />
    </Step>,
  );
  const first = screen.getByRole('textbox');
  expect(moved()).toBe(false);
  rerender(
    <Step name="password">
      <input aria-label="Password" defaultValue="a" />
    </Step>,
  );
  expect(screen.getByRole('textbox')).toBe(first);
  rerender(
    <Step name="code">
      <input aria-label="Code" />
    </Step>,
  );
  expect(screen.getByRole('textbox', { name: 'Code' })).not.toBe(first);
  expect(moved()).toBe(true);
  rerender(
    <Step name="password">
      <input aria-label="Password" />
    </Step>,
  );
  expect(moved()).toBe(true);
});
