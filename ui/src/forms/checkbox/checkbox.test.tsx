import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'All calls' });

test('a press on the label toggles the box, and the ref is the input', async () => {
  const onChange = vi.fn();
  const ref = createRef<HTMLInputElement>();
  render(<Checkbox ref={ref} label="All calls" onChange={(event) => onChange(event.target.checked)} />);
  await userEvent.click(screen.getByText('All calls'));
  expect(onChange.mock.calls).toEqual([[true]]);
  expect(ref.current).toBe(box());
});

test('a box stays indeterminate when a press does not change the state', async () => {
  const { rerender } = render(
    <Checkbox label="All calls" indeterminate checked={false} onChange={() => {}} />,
  );
  expect(box().indeterminate).toBe(true);
  await userEvent.click(box());
  expect(box().indeterminate).toBe(true);
  rerender(<Checkbox label="All calls" checked onChange={() => {}} />);
  expect([box().indeterminate, box().checked]).toEqual([false, true]);
});

test('a hidden label still names the box, and no empty alert is beside it', () => {
  render(<Checkbox label="All calls" hideLabel />);
  expect(box().getAttribute('aria-describedby')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('hint and error describe the box, and the slot of the error exists before it', () => {
  const { rerender } = render(<Checkbox id="calls" label="All calls" hint="Of every number" />);
  const slot = screen.getByRole('alert');
  expect(box().getAttribute('aria-describedby')).toBe('calls-hint calls-error');
  expect(box().hasAttribute('aria-invalid')).toBe(false);
  rerender(<Checkbox id="calls" label="All calls" hint="Of every number" error="Choose one" />);
  expect(screen.getByRole('alert')).toBe(slot);
  expect([slot.textContent, box().getAttribute('aria-invalid')]).toEqual(['Choose one', 'true']);
});
