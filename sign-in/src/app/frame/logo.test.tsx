import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Logo } from './logo.tsx';

// The environment loads no pictures and calls every one complete: say that it is still on its way.
const complete = () => vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
beforeEach(() => {
  complete().mockReturnValue(false);
});

test('without a picture there are the mark and the name', () => {
  const { container } = render(<Logo name="Northline" />);
  expect(container.textContent).toBe('Northline');
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

test('a picture carries the name, in a box that is kept free for it', () => {
  render(<Logo name="Northline" imageUrl="/brand/logo" />);
  const picture = screen.getByRole('img', { name: 'Northline' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['160', '40']);
});

test('a picture that does not load gives way to the name', () => {
  const { container } = render(<Logo name="Northline" imageUrl="/brand/logo" />);
  fireEvent.error(screen.getByRole('img'));
  expect(container.textContent).toBe('Northline');
  expect(screen.queryByRole('img')).toBeNull();
});

test('so does one that had failed before the page was alive', () => {
  complete().mockReturnValue(true);
  const { container } = render(<Logo name="Northline" imageUrl="/brand/logo" />);
  expect(container.textContent).toBe('Northline');
});
