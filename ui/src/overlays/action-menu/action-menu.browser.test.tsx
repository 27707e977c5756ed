import { UiProvider } from '@app/ui/provider';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '#actions/button/button.tsx';
import {
  ActionMenu,
  ActionMenuCheckbox,
  ActionMenuItem,
  ActionMenuLink,
  ActionMenuRadio,
  ActionMenuRadioGroup,
  ActionMenuSubmenu,
} from './action-menu.tsx';

const trigger = page.getByRole('button', { name: 'Actions' });
const menu = page.getByRole('menu', { name: 'Actions' });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const box = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();

function show(children: ReactNode) {
  return render(
    <UiProvider>
      <ActionMenu trigger={<Button>Actions</Button>}>{children}</ActionMenu>
      <button type="button">After</button>
    </UiProvider>,
  );
}

test.each(['{Enter}', ' '])(
  'the key "%s" acts once, closes the menu and gives the focus back',
  async (key) => {
    const onClick = vi.fn();
    await show(<ActionMenuItem onClick={onClick}>Rename</ActionMenuItem>);
    await userEvent.click(trigger);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Rename')).toHaveFocus();
    await userEvent.keyboard(key);
    expect(onClick).toHaveBeenCalledOnce();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
  },
);

test('a disabled item says why, and a press neither acts nor closes', async () => {
  const onClick = vi.fn();
  await show(
    <ActionMenuItem
      disabled
      disabledReason="Only an admin can."
      description="To another team"
      onClick={onClick}
    >
      Move
    </ActionMenuItem>,
  );
  await userEvent.click(trigger);
  await expect.element(item('Move Only an admin can.')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(item(/Move/), { force: true });
  expect(onClick).not.toHaveBeenCalled();
  await expect.element(menu).toBeVisible();
});

test('an item can leave the menu open', async () => {
  const onClick = vi.fn();
  await show(
    <ActionMenuItem keepOpen onClick={onClick}>
      Ring longer
    </ActionMenuItem>,
  );
  await userEvent.click(trigger);
  await userEvent.click(item('Ring longer'));
  await userEvent.click(item('Ring longer'));
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('a link is a link, and closes the menu', async () => {
  await show(<ActionMenuLink href="#hours">Business hours</ActionMenuLink>);
  await userEvent.click(trigger);
  expect(item('Business hours').element().tagName).toBe('A');
  await userEvent.click(item('Business hours'));
  await expect.element(menu).not.toBeInTheDocument();
  location.hash = '';
});

test('choices tell the app the new value', async () => {
  const [onChecked, onValue] = [vi.fn(), vi.fn()];
  await show(
    <>
      <ActionMenuCheckbox onCheckedChange={onChecked}>Show recordings</ActionMenuCheckbox>
      <ActionMenuRadioGroup label="Sort by" value="newest" onValueChange={onValue}>
        <ActionMenuRadio value="newest">Newest</ActionMenuRadio>
        <ActionMenuRadio value="longest">Longest</ActionMenuRadio>
      </ActionMenuRadioGroup>
    </>,
  );
  await userEvent.click(trigger);
  await expect.element(page.getByRole('group', { name: 'Sort by' })).toBeVisible();
  await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Show recordings' }));
  await userEvent.click(page.getByRole('menuitemradio', { name: 'Longest' }));
  expect(onChecked).toHaveBeenCalledExactlyOnceWith(true);
  expect(onValue).toHaveBeenCalledExactlyOnceWith('longest');
  const tick = (name: string) =>
    page.getByRole('menuitemradio', { name }).element().querySelector('svg')?.parentElement;
  const isSeen = (name: string) => getComputedStyle(tick(name) ?? document.body).visibility;
  expect([isSeen('Newest'), isSeen('Longest')]).toEqual(['visible', 'hidden']);
  // The app did not take the new value.
  await expect.element(page.getByRole('menuitemradio', { name: 'Newest' })).toBeChecked();
});

test('a submenu is on the far side, by the arrow key to it', async () => {
  const onClick = vi.fn();
  await show(
    <ActionMenuSubmenu label="Move to">
      <ActionMenuItem onClick={onClick}>Reception</ActionMenuItem>
    </ActionMenuSubmenu>,
  );
  await userEvent.click(trigger);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Move to')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item('Reception')).toHaveFocus();
  const [from, to] = [box(item('Move to')), box(item('Reception'))];
  expect(to.left).toBeGreaterThanOrEqual(from.right);
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
  await expect.element(menu).not.toBeInTheDocument();
});

test('Tab closes it and goes on in the page', async () => {
  await show(<ActionMenuItem>Rename</ActionMenuItem>);
  await userEvent.click(trigger);
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(menu).not.toBeInTheDocument();
});

test.each(['disabled', 'loading'] as const)('a trigger that is %s opens nothing', async (state) => {
  const onOpenChange = vi.fn();
  await render(
    <UiProvider>
      <ActionMenu trigger={<Button {...{ [state]: true }}>Actions</Button>} onOpenChange={onOpenChange}>
        <ActionMenuItem>Rename</ActionMenuItem>
      </ActionMenu>
    </UiProvider>,
  );
  await userEvent.click(trigger, { force: true });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('rows are 32 px high for a mouse, and no style element is added', async () => {
  const styleSheets = document.querySelectorAll('style').length;
  await show(<ActionMenuItem>Rename</ActionMenuItem>);
  await userEvent.click(trigger);
  await expect.element(item('Rename')).toBeVisible();
  // The menu grows to its size as it opens.
  await expect.poll(() => box(item('Rename')).height).toBe(32);
  expect(document.querySelectorAll('style')).toHaveLength(styleSheets);
});
