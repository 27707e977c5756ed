import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchSelect } from '#forms/search-select/search-select.tsx';
import { Select } from '#forms/select/select.tsx';

const shared = {
  id: 'team',
  label: 'Team',
  name: 'team',
  options: [
    { value: 'support', label: 'Support' },
    { value: 'sales', label: 'Sales' },
  ],
};
const one = { ...shared, defaultValue: 'sales' };
const several = { ...shared, multiple: true as const, defaultValue: ['sales', 'support'] };

test.each([
  { component: 'Select', values: 'one value', select: <Select {...one} />, sent: ['sales'] },
  {
    component: 'Select',
    values: 'several values',
    select: <Select {...several} />,
    sent: ['sales', 'support'],
  },
  { component: 'SearchSelect', values: 'one value', select: <SearchSelect {...one} />, sent: ['sales'] },
  {
    component: 'SearchSelect',
    values: 'several values',
    select: <SearchSelect {...several} />,
    sent: ['sales', 'support'],
  },
])(
  'the server HTML of $component with $values has no style attribute, sends the choice, and keeps the focus when hydrated',
  async ({ select, sent }) => {
    const page = <form>{select}</form>;
    const html = renderToString(page);
    expect(html).not.toMatch(/ style=|<style/);
    const container = document.createElement('div');
    container.innerHTML = html;
    document.body.append(container);
    const form = container.querySelector('form') as HTMLFormElement;
    expect(new FormData(form).getAll('team')).toEqual(sent);
    container.querySelector('button')?.focus();

    const errors: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([]);
    expect(new FormData(form).getAll('team')).toEqual(sent);
    expect(document.activeElement?.id).toBe('team');
    act(() => root.unmount());
    container.remove();
  },
);
