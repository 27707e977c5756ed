import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchSelect } from './search-select.tsx';

const options = [
  { value: 'ada', label: 'Ada Byron' },
  { value: 'grace', label: 'Grace Murray' },
];

test.each([
  ['one value', { defaultValue: 'ada' }, ['ada']],
  ['several values', { multiple: true, defaultValue: ['grace', 'ada'] }, ['grace', 'ada']],
] as const)(
  'the server HTML of %s has no style attribute, sends its value, and keeps the focus when hydrated',
  async (_, props, sent) => {
    const select = (
      <form>
        <SearchSelect id="person" label="Person" name="person" options={options} {...props} />
      </form>
    );
    const html = renderToString(select);
    expect(html).not.toMatch(/ style=|<style/);
    const container = document.createElement('div');
    container.innerHTML = html;
    document.body.append(container);
    const form = container.querySelector('form') as HTMLFormElement;
    expect(new FormData(form).getAll('person')).toEqual(sent);
    container.querySelector('button')?.focus();

    const errors: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(container, select, { onRecoverableError: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([]);
    expect(new FormData(form).getAll('person')).toEqual(sent);
    expect(document.activeElement?.id).toBe('person');
    act(() => root.unmount());
    container.remove();
  },
);
