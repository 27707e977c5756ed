import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { CutText } from './cut-text.tsx';

const wholeWidth = (width: number) =>
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(width);

/** Tells of each element once, as a browser does after the layout. */
class ObserverOfFirstSize {
  readonly #tell: (entries: readonly { target: Element }[]) => void;
  constructor(tell: (entries: readonly { target: Element }[]) => void) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    queueMicrotask(() => act(() => this.#tell([{ target }])));
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', ObserverOfFirstSize);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
});

test.each([
  ['4,000 emoji', '👩‍🚀'.repeat(4000)],
  ['marks that turn the direction', '\u202Eadmin\u2066 עדה'],
  ['markup', '<img src=x onerror=alert(1)>&amp;<b>bold</b>'],
])('%s that are cut are whole in the tooltip of the keyboard', async (_, text) => {
  wholeWidth(500);
  const { container } = render(<CutText text={text} />);
  await userEvent.tab();
  expect(document.activeElement?.tagName).toBe('BDI');
  expect((await screen.findByRole('tooltip')).textContent).toBe(text);
  expect(container.querySelector('bdi')?.textContent).toBe(text);
  expect(document.querySelector('img, b')).toBeNull();
});

test('a text that fits is no stop of the keyboard', async () => {
  wholeWidth(100);
  render(<CutText text="Ada Moreau" />);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('inside a button, the button alone takes the focus', async () => {
  wholeWidth(500);
  render(
    <button>
      <CutText text="Ada Moreau" />
    </button>,
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ada Moreau' }));
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});
