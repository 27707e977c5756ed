import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createToastStore, ToastRegion, type ToastItem } from './toast.ts';

afterEach(() => {
  document.documentElement.dir = 'ltr';
});

async function show(item: ToastItem) {
  const store = createToastStore();
  await render(<ToastRegion store={store} label="Notifications" closeLabel="Close" />);
  store.showToast({ dismissIn: 0, ...item });
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect.element(region).toBeVisible();
  return { store, region: region.element(), card: region.getByRole('listitem') };
}

test('it is 344 px wide, 40 px high at least, and above everything but a tooltip (spec §9)', async () => {
  await page.viewport(720, 480);
  const { region, card } = await show({ message: 'Saved' });
  const { width, right, top } = region.getBoundingClientRect();
  expect({ width, right, top }).toEqual({ width: 344, right: 720 - 16, top: 16 });
  expect(card.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40);
  expect(getComputedStyle(card.element()).minHeight).toBe('40px');
  expect(getComputedStyle(region).zIndex).toBe('1009');
});

test('in a narrow window it leaves 16 px at both sides', async () => {
  await page.viewport(320, 480);
  const { region } = await show({ message: 'A'.repeat(200) });
  expect([region.getBoundingClientRect().left, region.getBoundingClientRect().width]).toEqual([16, 288]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('the whole card can be pressed, and its close button too', async () => {
  await page.viewport(720, 480);
  const pressed: string[] = [];
  const { card } = await show({ message: 'Voicemail from Ada Larsen', onClick: () => pressed.push('card') });
  // The corner of the card, not its text.
  await userEvent.click(card, { position: { x: 6, y: 6 } });
  expect(pressed).toEqual(['card']);
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  await expect.element(card).not.toBeInTheDocument();
  expect(pressed).toEqual(['card']);
});

test('the pointer on a toast keeps it; without the pointer it leaves', async () => {
  await page.viewport(720, 480);
  const { store, card } = await show({ message: 'Stays' });
  await userEvent.hover(card);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  store.showToast({ id: 'short', message: 'Leaves', dismissIn: 1 });
  store.subscribe(() => {
    if (!store.getSnapshot().some(({ id }) => id === 'short')) resolve();
  });
  expect(store.getSnapshot()).toHaveLength(2);
  await userEvent.unhover(card);
  await gone;
  expect(store.getSnapshot()).toHaveLength(1);
});
