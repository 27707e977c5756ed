import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ToastRegion } from './toast-region.tsx';
import { createToastStore, type ToastItem } from './toast-store.ts';
import { ToastProvider, useToast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const region = () => screen.getByRole('region', { name: 'Notifications' });
const cards = () => [...document.querySelectorAll('li')].map((card) => card.textContent);
const live = (politeness: string) => document.querySelector(`[aria-live=${politeness}]`)?.textContent?.trim();

function setUp() {
  const store = createToastStore();
  render(
    <>
      <button type="button">Outside</button>
      <ToastRegion store={store} label="Notifications" closeLabel="Close" />
    </>,
  );
  const show = (item: ToastItem) => {
    let dismiss = () => {};
    act(() => void (dismiss = store.showToast(item)));
    return () => act(dismiss);
  };
  return { store, show, outside: screen.getByRole('button', { name: 'Outside' }) };
}

test('a toast disappears after its time, which pauses while the pointer is on it', () => {
  const { show } = setUp();
  show({ message: 'Saved', dismissIn: 1000 });
  pass(600);
  fireEvent.pointerEnter(region());
  pass(60_000);
  expect(cards()).toEqual(['Saved']);
  fireEvent.pointerLeave(region());
  pass(399);
  expect(cards()).toEqual(['Saved']);
  pass(1);
  expect(cards()).toEqual([]);
});

test('a toast can have a second line, which is announced with it', () => {
  const { show } = setUp();
  show({ message: 'The link has expired.', detail: 'You were redirected.', variant: 'critical' });
  expect(cards()).toEqual(['The link has expired.You were redirected.']);
  pass(100);
  expect(live('assertive')).toBe('The link has expired. You were redirected.');
});

test('the timer pauses while the focus is inside', () => {
  const { show, outside } = setUp();
  show({ message: 'Saved', dismissIn: 1000 });
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  pass(60_000);
  expect(cards()).toEqual(['Saved']);
  act(() => outside.focus());
  pass(1000);
  expect(cards()).toEqual([]);
});

test('the timer pauses while the page is hidden', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const { show } = setUp();
  show({ message: 'Saved', dismissIn: 1000 });
  hidden.mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  pass(60_000);
  expect(cards()).toEqual(['Saved']);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  pass(1000);
  expect(cards()).toEqual([]);
});

test('closing the last toast under the pointer does not pause the next one', () => {
  const { show } = setUp();
  show({ message: 'First', dismissIn: 1000 });
  fireEvent.pointerEnter(region());
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  show({ message: 'Second', dismissIn: 1000 });
  pass(1000);
  expect(cards()).toEqual([]);
});

test.each([
  ['info', 'polite', 'assertive'],
  ['success', 'polite', 'assertive'],
  ['warning', 'polite', 'assertive'],
  ['error', 'assertive', 'polite'],
  ['critical', 'assertive', 'polite'],
] as const)('%s is announced by the %s region, which was there before', (variant, politeness, other) => {
  const { show } = setUp();
  expect(live(politeness)).toBe('');
  show({ message: 'Something happened', variant, dismissIn: 0 });
  pass(100);
  expect([live(politeness), live(other)]).toEqual(['Something happened', '']);
  pass(2000);
  expect(live(politeness)).toBe('');
});

test('a repeated text is announced again, and the card itself is not live', () => {
  const { show } = setUp();
  show({ id: 'a', message: 'Offline', dismissIn: 0 });
  pass(2000);
  show({ id: 'a', message: 'Offline', dismissIn: 0 });
  pass(100);
  expect(live('polite')).toBe('Offline');
  expect(region().querySelector('[aria-live], [role=alert], [role=status]')).toBeNull();
});

test('F6 moves the focus into the region and back', () => {
  const { show, outside } = setUp();
  outside.focus();
  fireEvent.keyDown(outside, { key: 'F6' });
  expect(document.activeElement).toBe(outside);
  show({ message: 'Saved', dismissIn: 0 });
  fireEvent.keyDown(outside, { key: 'F6' });
  expect(document.activeElement).toBe(region());
  fireEvent.keyDown(region(), { key: 'F6' });
  expect(document.activeElement).toBe(outside);
});

test('Escape inside dismisses the newest, and the focus returns when the last one leaves', () => {
  const { show, outside } = setUp();
  outside.focus();
  show({ message: 'First', dismissIn: 0 });
  show({ message: 'Second', dismissIn: 0 });
  fireEvent.keyDown(outside, { key: 'Escape' });
  expect(cards()).toHaveLength(2);
  fireEvent.keyDown(outside, { key: 'F6' });
  fireEvent.keyDown(region(), { key: 'Escape' });
  expect(cards()).toEqual(['First']);
  expect(document.activeElement).toBe(region());
  fireEvent.keyDown(region(), { key: 'Escape' });
  expect(cards()).toEqual([]);
  expect(document.activeElement).toBe(outside);
});

test('closing a card with the focus in it keeps the focus inside while others are left', () => {
  const { show, outside } = setUp();
  outside.focus();
  show({ message: 'First', dismissIn: 0 });
  show({ message: 'Second', dismissIn: 0 });
  for (const expected of [region(), outside]) {
    const [close] = screen.getAllByRole('button', { name: 'Close' });
    act(() => close?.focus());
    act(() => close?.click());
    expect(document.activeElement).toBe(expected);
  }
});

test('after a click outside the focus does not return when the last toast disappears', () => {
  const { show, outside } = setUp();
  outside.focus();
  show({ message: 'Saved', dismissIn: 1000 });
  fireEvent.keyDown(outside, { key: 'F6' });
  act(() => region().blur());
  pass(1000);
  expect(cards()).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});

test('an action replaces the close button and does not fire onClick', () => {
  const { show } = setUp();
  const [onClick, onAction] = [vi.fn(), vi.fn((dismiss: () => void) => dismiss())];
  show({ message: 'Deleted', dismissIn: 0, onClick, action: { label: 'Undo', onClick: onAction } });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Deleted' }));
  expect([onClick.mock.calls.length, onAction.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect([onClick.mock.calls.length, onAction.mock.calls.length]).toEqual([1, 1]);
  expect(cards()).toEqual([]);
});

test.each([
  ['in a card', undefined],
  ['in a card that can be pressed', vi.fn()],
])('a text of the second line is copied by its button, %s', async (_, onClick) => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { show } = setUp();
  const copy = { text: '7K3M-92QX', label: 'Copy', copiedLabel: 'Copied' };
  const detail = 'Support code: 7K3M-92QX';
  show({ message: 'Not saved', variant: 'critical', detail, copy, ...(onClick && { onClick }) });
  await act(async () => screen.getByRole('button', { name: 'Copy' }).click());
  expect(writeText).toHaveBeenCalledExactlyOnceWith('7K3M-92QX');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(onClick?.mock.calls ?? []).toEqual([]);
  pass(100);
  expect(live('assertive')).toBe('Not saved Support code: 7K3M-92QX');
});

test('a page without a clipboard shows the text alone', () => {
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent });
  const { show } = setUp();
  const copy = { text: 'x', label: 'Copy', copiedLabel: 'Copied' };
  show({ message: 'Not saved', detail: 'Support code: x', copy });
  expect(cards()).toEqual(['Not savedSupport code: x']);
  vi.unstubAllGlobals();
});

test('an icon can be set or omitted', () => {
  const { show } = setUp();
  show({ message: 'Plain', icon: false, dismissIn: 0 });
  expect(region().querySelectorAll('svg')).toHaveLength(1);
});

test.each([
  ['the default', undefined, 5000],
  ['1000', 1000, 1000],
  ['Infinity', Number.POSITIVE_INFINITY, 0],
  ['-1', -1, 0],
])('a custom component takes the place of the text; with dismissIn %s it gets %s ms', (_, asked, given) => {
  const { show } = setUp();
  const customComponent = vi.fn((dismiss: () => void, dismissIn: number) => (
    <button onClick={dismiss}>Call back, {dismissIn}</button>
  ));
  show({ message: 'Missed call', customComponent, ...(asked === undefined ? {} : { dismissIn: asked }) });
  expect(cards()).toEqual([`Call back, ${given}`]);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  pass(100);
  expect(live('polite')).toBe('Missed call');
  fireEvent.click(screen.getByRole('button', { name: /Call back/ }));
  expect(cards()).toEqual([]);
});

test('useToast shows and removes by the provider’s store', () => {
  const store = createToastStore();
  function Screen() {
    const { showToast, removeToast } = useToast();
    return (
      <>
        <button onClick={() => showToast({ id: 'a', message: 'Saved' })}>Show</button>
        <button onClick={() => removeToast('a')}>Remove</button>
      </>
    );
  }
  render(
    <ToastProvider value={store}>
      <Screen />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(store.getSnapshot()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(store.getSnapshot()).toHaveLength(0);
});
