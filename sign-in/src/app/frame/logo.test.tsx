import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Logo } from './logo.tsx';

// The test environment loads no pictures and reports each as complete; this one must still be loading.
const complete = () => vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
beforeEach(() => {
  complete().mockReturnValue(false);
});

test('without a picture the mark and the name are shown', () => {
  const { container } = render(<Logo name="Northline" />);
  expect(container.textContent).toBe('Northline');
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

test('a picture has the name as its alternative text and a reserved box', () => {
  render(<Logo name="Northline" imageUrl="/brand/logo" />);
  const picture = screen.getByRole('img', { name: 'Northline' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['160', '40']);
});

test('a picture that does not load is replaced by the name', () => {
  const { container } = render(<Logo name="Northline" imageUrl="/brand/logo" />);
  fireEvent.error(screen.getByRole('img'));
  expect(container.textContent).toBe('Northline');
  expect(screen.queryByRole('img')).toBeNull();
});

test('a picture that failed before hydration is replaced by the name', () => {
  complete().mockReturnValue(true);
  const { container } = render(<Logo name="Northline" imageUrl="/brand/logo" />);
  expect(container.textContent).toBe('Northline');
});
