import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select } from './select.tsx';

const options = [
  { value: 'support', label: 'Support' },
  { value: 'sales', label: 'Sales' },
];

test.each([
  ['one value', { defaultValue: 'sales' }, ['sales']],
  ['several values', { multiple: true, defaultValue: ['sales', 'support'] }, ['sales', 'support']],
] as const)(
  'the server HTML of %s has no style attribute, sends its value, and keeps the focus when hydrated',
  async (_, props, sent) => {
    const select = (
      <form>
        <Select id="team" label="Team" name="team" options={options} {...props} />
      </form>
    );
    const html = renderToString(select);
    expect(html).not.toMatch(/ style=|<style/);
    const container = document.createElement('div');
    container.innerHTML = html;
    document.body.append(container);
    const form = container.querySelector('form') as HTMLFormElement;
    expect(new FormData(form).getAll('team')).toEqual(sent);
    container.querySelector('button')?.focus();

    const errors: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(container, select, { onRecoverableError: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([]);
    expect(new FormData(form).getAll('team')).toEqual(sent);
    expect(document.activeElement?.id).toBe('team');
    act(() => root.unmount());
    container.remove();
  },
);
