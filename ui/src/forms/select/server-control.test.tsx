import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select } from './select.tsx';

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
  { values: 'one value', select: <Select {...one} />, sent: ['sales'] },
  { values: 'several values', select: <Select {...several} />, sent: ['sales', 'support'] },
])(
  'the server HTML with $values has no style attribute, sends the choice, and keeps the focus when hydrated',
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
