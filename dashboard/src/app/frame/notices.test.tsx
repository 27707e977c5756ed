import { createToastStore } from '@app/ui/toast';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { Notices } from './notices.tsx';

/** Shows a toast, whose place is the lower half of the window, after a press of a button in it or above it. */
function show(where: 'under the toast' | 'beside it') {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.tagName === 'BUTTON' && where === 'beside it' ? 0 : 500, 300, 100);
  });
  const store = createToastStore();
  renderInDashboard(
    <>
      <main>
        <button type="button">Export</button>
      </main>
      <Notices store={store} />
    </>,
  );
  act(() => screen.getByRole('button', { name: 'Export' }).focus());
  let dismiss = (): void => {};
  act(() => void (dismiss = store.showToast({ message: 'Done' })));
  const region = document.querySelector<HTMLElement>('[data-placement]:not([hidden])');
  return { place: () => region?.dataset['placement'], dismiss: () => act(() => dismiss()) };
}

test('a toast is at the bottom of the window', () => {
  expect(show('beside it').place()).toBe('bottom-end');
});

test('a toast never lies over the button that was just pressed, and the next one is at the bottom again', () => {
  const { place, dismiss } = show('under the toast');
  expect(place()).toBe('top-end');
  dismiss();
  expect(place()).toBe('bottom-end');
});
