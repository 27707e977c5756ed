import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { UiProvider } from '#provider/ui-provider.tsx';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';

const people = ['Ada Byron', 'Grace Murray', 'Émile Borel', 'Alan Mathison'].map((label) => ({
  value: label.slice(0, 3).toLowerCase(),
  label,
}));
const control = page.getByRole('combobox', { name: 'Person' });
const list = page.getByRole('listbox', { name: 'Person' });
// While the list is open, the page around it is hidden from roles.
const before = page.getByText('Before');
const option = (name: string) => page.getByRole('option', { name, exact: true });

function show(props: Partial<SearchSelectProps> = {}) {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const shown = render(
    <UiProvider>
      <form aria-label="Form" onSubmit={onSubmit}>
        <button type="button">Before</button>
        <SearchSelect {...({ label: 'Person', options: people, ...props } as SearchSelectProps)} />
        <button type="button">After</button>
        <button type="submit">Save</button>
      </form>
    </UiProvider>,
  );
  return shown.then(() => onSubmit);
}

test('typing narrows the list, without case or accents, and Enter chooses the first match', async () => {
  const onChange = vi.fn();
  const onSubmit = await show({ onChange });
  await userEvent.click(control);
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('emile');
  await expect.element(option('Ada Byron')).not.toBeInTheDocument();
  await expect.element(option('Émile Borel')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(control).toHaveValue('Émile Borel');
  expect(onChange.mock.calls).toEqual([['émi']]);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('Enter without a match closes the list and does not send the form', async () => {
  const onSubmit = await show();
  await userEvent.click(control);
  await userEvent.keyboard('zzz');
  await expect.element(page.getByRole('status')).toHaveTextContent('No options');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('Escape brings the value back, also after its text was deleted', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'ada' });
  await userEvent.click(control);
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.element(control).toHaveValue('');
  await userEvent.keyboard('gra{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(control).toHaveValue('Ada Byron');
  await userEvent.keyboard('{Escape}');
  await expect.element(control).toHaveValue('Ada Byron');
  expect(onChange).not.toHaveBeenCalled();
});

test('Tab takes the highlighted option along and goes on', async () => {
  const onChange = vi.fn();
  await show({ onChange });
  await userEvent.click(control);
  await userEvent.keyboard('gra');
  await expect.element(option('Grace Murray')).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Tab}');
  await expect.element(control).toHaveValue('Grace Murray');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  expect(onChange.mock.calls).toEqual([['gra']]);
});

test('a deleted text clears the value when the person leaves; another text is put back', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'ada' });
  await userEvent.click(control);
  await userEvent.keyboard('{Control>}a{/Control}zzz');
  await userEvent.click(before);
  await expect.element(control).toHaveValue('Ada Byron');
  await userEvent.click(control);
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(before);
  await expect.poll(() => onChange.mock.calls).toEqual([[null]]);
  await expect.element(control).toHaveValue('');
});

test('the clear button clears and keeps the focus in the field', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'ada' });
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  await expect.element(control).toHaveValue('');
  await expect.element(control).toHaveFocus();
  expect(onChange.mock.calls).toEqual([[null]]);
});

test('chips are reached and removed by keyboard', async () => {
  const onChange = vi.fn();
  await show({ multiple: true, defaultValue: ['ada', 'gra', 'ala'], onChange } as Partial<SearchSelectProps>);
  await userEvent.click(control);
  await userEvent.keyboard('{Escape}{ArrowLeft}{ArrowLeft}');
  await expect.element(page.getByText('Grace Murray').first()).toBeVisible();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => onChange.mock.lastCall).toEqual([['ada', 'ala']]);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(control).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => onChange.mock.lastCall).toEqual([['ada']]);
  await userEvent.click(page.getByRole('button', { name: 'Remove Ada Byron' }));
  await expect.poll(() => onChange.mock.lastCall).toEqual([[]]);
});

test('of 2,000 options 100 are listed with the chosen one, and typing finds each', async () => {
  const options = Array.from({ length: 2000 }, (_, index) => ({
    value: String(index),
    label: `Number ${String(index).padStart(4, '0')}`,
  }));
  await show({ options, defaultValue: '1500' });
  await userEvent.click(control);
  await expect.element(option('Number 1500')).toBeInViewport();
  expect(page.getByRole('option').all()).toHaveLength(101);
  await expect.element(page.getByRole('status')).toHaveTextContent('Type to narrow down');
  await userEvent.keyboard('{Control>}a{/Control}1999');
  await expect.element(option('Number 1999')).toBeInViewport();
  expect(page.getByRole('option').all()).toHaveLength(1);
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});

test('a read-only field opens, and nothing in it changes the value', async () => {
  const onChange = vi.fn();
  await show({ readOnly: true, defaultValue: 'ada', onChange });
  await userEvent.click(control);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Tab}');
  await expect.element(control).toHaveValue('Ada Byron');
  expect(onChange).not.toHaveBeenCalled();
});
