import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { UiProvider } from '#provider/ui-provider.tsx';
import { Select, type SelectProps } from './select.tsx';

const teams = ['Support', 'Sales', 'Success', 'Billing'].map((label) => ({
  value: label.toLowerCase(),
  label,
}));
const control = page.getByRole('combobox', { name: 'Team' });
const list = page.getByRole('listbox');
const option = (name: string) => page.getByRole('option', { name, exact: true });

function show(props: Partial<SelectProps> = {}) {
  return render(
    <UiProvider>
      <form aria-label="Form">
        <button type="button">Before</button>
        <Select {...({ label: 'Team', options: teams, ...props } as SelectProps)} />
        <button type="button">After</button>
      </form>
    </UiProvider>,
  );
}

test('typing on the closed control chooses, and on the open list goes to an option', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'support' });
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('bil');
  await expect.element(control).toHaveTextContent('Billing');
  expect(onChange.mock.calls).toEqual([['billing']]);
  await userEvent.keyboard('{Enter}');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('suc');
  await expect.element(option('Success')).toHaveFocus();
  expect(onChange).toHaveBeenCalledOnce();
});

test('another choice leaves the width as it was', async () => {
  const { container } = await show({ placeholder: 'Choose a team' });
  const form = container.querySelector('form') as HTMLElement;
  form.style.display = 'inline-flex';
  const width = () => control.element().getBoundingClientRect().width;
  const before = width();
  await userEvent.click(control);
  await userEvent.click(option('Sales'));
  await expect.element(control).toHaveTextContent('Sales');
  expect(width()).toBe(before);
});

test('Escape leaves the value as it was and gives the focus back', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'support' });
  await userEvent.click(control);
  await expect.element(option('Support')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(option('Success')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(control).toHaveFocus();
  await expect.element(control).toHaveTextContent('Support');
  expect(onChange).not.toHaveBeenCalled();
});

test('Tab takes the highlighted option along and goes on', async () => {
  const onChange = vi.fn();
  await show({ onChange, defaultValue: 'support' });
  await userEvent.click(control);
  await expect.element(option('Support')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('Sales')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(control).toHaveTextContent('Sales');
  expect(onChange).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
});

test('Tab goes on from an open list of several, and chooses nothing', async () => {
  const onChange = vi.fn();
  await show({ multiple: true, defaultValue: ['support'], onChange } as Partial<SelectProps>);
  await userEvent.click(control);
  await expect.element(option('Support')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('Sales')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});

test('a press on the label goes to the control', async () => {
  await show();
  await userEvent.click(page.getByText('Team'));
  await expect.element(control).toHaveFocus();
});

test('the values are sent with the form, and an option of any shape is read by functions', async () => {
  await show({ name: 'team', multiple: true, defaultValue: ['sales', 'billing'] } as Partial<SelectProps>);
  await userEvent.click(control);
  await userEvent.click(option('Sales'));
  await userEvent.click(option('Support'));
  const form = page.getByRole('form').element() as HTMLFormElement;
  expect(new FormData(form).getAll('team')).toEqual(['billing', 'support']);
});

test('a read-only list opens and changes nothing', async () => {
  const onChange = vi.fn();
  await show({ readOnly: true, defaultValue: 'sales', onChange });
  await userEvent.click(control);
  await userEvent.click(option('Billing'));
  await userEvent.keyboard('{ArrowDown}{Tab}');
  await expect.element(control).toHaveTextContent('Sales');
  expect(onChange).not.toHaveBeenCalled();
});
