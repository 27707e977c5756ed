import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { useKeptFocus } from './use-kept-focus.ts';

/** A page with two sections; the buttons of the second one take away what their name says. */
function Page() {
  useKeptFocus();
  const [gone, setGone] = useState<readonly string[]>([]);
  const button = (name: string) =>
    gone.includes(name) ? null : (
      <button type="button" onClick={() => setGone([...gone, name])}>
        {name}
      </button>
    );
  return (
    <>
      <nav>{button('entry')}</nav>
      <main>
        <h1>People</h1>
        <section>
          <h2>Sessions</h2>
        </section>
        {gone.includes('section') ? null : (
          <section>
            <h2>Devices</h2>
            <ul>
              <li>{button('row')}</li>
            </ul>
            {button('section')}
          </section>
        )}
        {button('last')}
      </main>
    </>
  );
}

async function press(name: string) {
  const button = screen.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
}
const focused = () => document.activeElement?.textContent;

test.each([
  ['row', 'Devices'],
  ['section', 'People'],
  ['last', 'People'],
  ['entry', 'People'],
])('when the %s with the focus goes away, the heading %s gets it', async (name, heading) => {
  render(<Page />);
  await press(name);
  await waitFor(() => expect(focused()).toBe(heading));
});

test('what left from outside of the page leads back to the part where the focus was before', async () => {
  render(<Page />);
  act(() => screen.getByRole('button', { name: 'row' }).focus());
  await press('entry');
  await waitFor(() => expect(focused()).toBe('Devices'));
});

test('a person who has taken the focus away is left alone', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'row' });
  act(() => button.focus());
  act(() => button.blur());
  await Promise.resolve();
  fireEvent.click(button);
  // Two frames, after which the focus would have moved.
  await new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(document.activeElement).toBe(document.body);
});
