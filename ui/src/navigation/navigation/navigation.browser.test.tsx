import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { NavButton, Navigation, NavGroup, type NavigationProps } from './navigation.tsx';

const onClick = vi.fn();
const icon = <svg width="20" height="20" aria-hidden="true" />;

const navigation = (props: Partial<NavigationProps> = {}) => (
  <Navigation label="Main" toggleLabels={{ collapse: 'Collapse', expand: 'Expand' }} {...props}>
    <NavButton icon={icon} label="Inbox" href="#inbox" badge={{ count: 250, label: '250 unread' }} />
    <NavButton icon={icon} label="Calls" href="#calls" active />
    <NavGroup heading="Company">
      <NavButton icon={icon} label="Numbers" onClick={onClick} restricted="Only for admins" />
      <NavButton
        icon={icon}
        label="Billing"
        href="#billing"
        disabled
        tooltipWhenDisabled="Only the owner"
        onClick={onClick}
      />
      <NavButton icon={icon} label="Reports" disabled onClick={onClick} />
    </NavGroup>
  </Navigation>
);

const tooltip = () => document.querySelector('[role=tooltip]')?.textContent;
const box = (role: 'link' | 'button', name: string) =>
  page.getByRole(role, { name }).element().getBoundingClientRect();

beforeEach(async () => {
  onClick.mockClear();
  await page.viewport(1000, 700);
});
afterEach(async () => {
  location.hash = '';
  await page.viewport(720, 480);
});

test('an entry is 224 px wide, 48 px collapsed, and 48 px high (spec §9)', async () => {
  const { rerender } = await render(navigation({ collapsed: false }));
  expect(box('link', 'Calls')).toMatchObject({ width: 224, height: 48 });
  await rerender(navigation({ collapsed: true }));
  expect(box('link', 'Calls')).toMatchObject({ width: 48, height: 48 });
});

test.each([true, false])('collapsed %s: badge and lock are a part of the name', async (collapsed) => {
  await render(navigation({ collapsed }));
  await expect.element(page.getByRole('link', { name: 'Inbox 250 unread' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Numbers Only for admins' })).toBeVisible();
});

test('collapsed, the label is the name; expanded, the text is', async () => {
  const { rerender } = await render(navigation({ collapsed: true }));
  await expect.element(page.getByRole('link', { name: 'Calls' })).toHaveAttribute('aria-label', 'Calls');
  await rerender(navigation({ collapsed: false }));
  await expect.element(page.getByRole('link', { name: 'Calls' })).not.toHaveAttribute('aria-label');
});

test('only the active entry is the current page', async () => {
  await render(navigation());
  const current = [...document.querySelectorAll('[aria-current]')];
  expect(current.map((entry) => [entry.textContent, entry.getAttribute('aria-current')])).toEqual([
    ['Calls', 'page'],
  ]);
});

test('collapsed, the tooltip opens after 500 ms of hovering and not before (spec §9)', async () => {
  await render(navigation({ collapsed: true }));
  const calls = page.getByRole('link', { name: 'Calls' });
  const delays: (number | undefined)[] = [];
  const { setTimeout: original } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
    delays.push(delay);
    return original(run, delay);
  }) as typeof setTimeout);
  await calls.hover();
  expect(tooltip()).toBeUndefined();
  await expect.poll(tooltip).toBe('Calls');
  expect(delays).toContain(500);
});

test('collapsed, keyboard focus opens the tooltip, Escape closes it', async () => {
  await render(navigation({ collapsed: true }));
  await userEvent.tab();
  await expect.poll(tooltip).toBe('Inbox');
  await userEvent.keyboard('{Escape}');
  await expect.poll(tooltip).toBeUndefined();
});

test('expanded, only a disabled entry with a reason has a tooltip', async () => {
  await render(navigation());
  const seen: (string | null | undefined)[] = [];
  for (let entry = 0; entry < 5; entry += 1) {
    await userEvent.tab();
    if (document.activeElement?.textContent?.startsWith('Billing'))
      await expect.poll(tooltip).toBe('Only the owner');
    else if (entry > 3) await expect.poll(tooltip).toBeUndefined();
    seen.push(tooltip());
  }
  expect(seen).toEqual([undefined, undefined, undefined, 'Only the owner', undefined]);
});

test('a disabled entry keeps the focus, says why and does nothing', async () => {
  await render(navigation());
  const billing = page.getByRole('link', { name: 'Billing' });
  await expect.element(billing).toHaveAttribute('aria-disabled', 'true');
  // Without an address the other buttons of a mouse do not open it either.
  await expect.element(billing).not.toHaveAttribute('href');
  await expect.element(billing).toHaveAccessibleDescription('Only the owner');
  (billing.element() as HTMLElement).focus();
  expect(document.activeElement).toBe(billing.element());
  await userEvent.keyboard('{Enter}');
  await billing.click({ force: true });
  await page.getByRole('button', { name: 'Reports' }).click({ force: true });
  expect([onClick.mock.calls.length, location.hash]).toEqual([0, '']);
  await page.getByRole('button', { name: 'Numbers Only for admins' }).click();
  await page.getByRole('link', { name: 'Calls' }).click();
  expect([onClick.mock.calls.length, location.hash]).toEqual([1, '#calls']);
});

test('a change of the width leaves the focus where it is', async () => {
  const onCollapsedChange = vi.fn();
  const { rerender } = await render(navigation({ onCollapsedChange }));
  await page.getByRole('button', { name: 'Collapse' }).click();
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Expand' }).element());
  await page.getByRole('button', { name: 'Expand' }).click();
  expect(onCollapsedChange.mock.calls).toEqual([[true], [false]]);

  const calls = page.getByRole('link', { name: 'Calls' }).element() as HTMLElement;
  calls.focus();
  await rerender(navigation({ collapsed: true }));
  expect(document.activeElement).toBe(calls);
  expect(calls.isConnected).toBe(true);
});

test('controlled, only the app changes the width', async () => {
  const onCollapsedChange = vi.fn();
  await render(navigation({ collapsed: true, onCollapsedChange }));
  await page.getByRole('button', { name: 'Expand' }).click();
  expect(onCollapsedChange.mock.calls).toEqual([[false]]);
  expect(box('link', 'Calls').width).toBe(48);
});

test('on a phone it is a bar at the bottom with visible labels, reached by Tab, and it scrolls sideways', async () => {
  await page.viewport(360, 640);
  await render(navigation({ collapsed: true }));
  const bar = page.getByRole('navigation').element().getBoundingClientRect();
  expect([bar.left, bar.bottom, bar.width]).toEqual([0, 640, 360]);
  await expect.element(page.getByText('Calls')).toBeVisible();
  await expect.element(page.getByText('Expand')).not.toBeVisible();
  expect(box('link', 'Calls').height).toBeGreaterThanOrEqual(44);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  const reports = page.getByRole('button', { name: 'Reports' }).element();
  expect(document.activeElement).toBe(reports);
  await expect.poll(() => reports.getBoundingClientRect().right).toBeLessThanOrEqual(360);
  expect(document.documentElement.scrollWidth).toBe(360);
});
