import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RadioGroup } from './radio.tsx';

const options = [
  { value: 'queue', label: 'Queue', description: 'Callers wait' },
  { value: 'voicemail', label: 'Voicemail' },
] as const;
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('the caller holds the value: a press asks and does not choose', async () => {
  const onChange = vi.fn();
  const { rerender } = render(
    <RadioGroup label="Busy" options={options} value="queue" onChange={onChange} />,
  );
  await userEvent.click(radio('Voicemail'));
  expect(onChange.mock.calls).toEqual([['voicemail']]);
  expect(radio('Queue').checked).toBe(true);
  rerender(<RadioGroup label="Busy" options={options} value={null} onChange={onChange} />);
  expect([radio('Queue').checked, radio('Voicemail').checked]).toEqual([false, false]);
});

test('two groups without names do not share a choice', async () => {
  render(
    <>
      <RadioGroup label="Busy" options={options} defaultValue="queue" />
      <RadioGroup label="Closed" options={[{ value: 'other', label: 'Other' }]} />
    </>,
  );
  await userEvent.click(radio('Other'));
  expect(radio('Queue').checked).toBe(true);
});

test('the chosen value is sent under the name of the group', () => {
  render(
    <form aria-label="Settings">
      <RadioGroup label="Busy" name="busy" options={options} defaultValue="voicemail" />
    </form>,
  );
  expect([...new FormData(screen.getByRole<HTMLFormElement>('form'))]).toEqual([['busy', 'voicemail']]);
});

test('the group has the hint and the error, an option its description, and one slot is for the error', () => {
  const { rerender } = render(<RadioGroup id="busy" label="Busy" hint="For this team" options={options} />);
  const group = screen.getByRole('radiogroup', { name: 'Busy' });
  // One that is never wrong announces nothing.
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<RadioGroup id="busy" label="Busy" hint="For this team" options={options} error={undefined} />);
  const slot = screen.getByRole('alert');
  expect(group.getAttribute('aria-describedby')).toBe('busy-hint busy-error');
  expect(document.getElementById(radio('Queue').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Callers wait',
  );
  rerender(<RadioGroup id="busy" label="Busy" hint="For this team" options={options} error="Choose one" />);
  expect([slot.textContent, group.getAttribute('aria-invalid')]).toEqual(['Choose one', 'true']);
});
