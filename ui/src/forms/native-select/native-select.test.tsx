import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NativeSelect } from './native-select.tsx';

test('it has a name, its options have a language, and a choice calls onChange', async () => {
  const onChange = vi.fn();
  render(
    <NativeSelect
      label="Language"
      defaultValue="en"
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'en', label: 'English', lang: 'en' },
        { value: 'de', label: 'Deutsch', lang: 'de' },
      ]}
    />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(onChange.mock.calls).toEqual([['de']]);
  expect(screen.getByRole('option', { name: 'Deutsch' }).getAttribute('lang')).toBe('de');
});
