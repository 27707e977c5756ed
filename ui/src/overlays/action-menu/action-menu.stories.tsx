import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { Icon } from '#icons/icon.tsx';
import {
  ActionMenu,
  ActionMenuCheckbox,
  ActionMenuGroup,
  ActionMenuItem,
  ActionMenuLink,
  ActionMenuRadio,
  ActionMenuRadioGroup,
  ActionMenuSeparator,
  ActionMenuSubmenu,
} from './action-menu.tsx';

const icon = (path: string) => (
  <Icon size={16}>
    <path d={path} />
  </Icon>
);
const pen = icon('m4 16 .8-3.4L13.2 4.200a1.400 1.400 0 0 1 2 0l.6.6a1.400 1.400 0 0 1 0 2l-8.400 8.400Z');
const copy = icon('M7 7h9v9H7Zm-3 6V4h9');
const bin = icon('M4 6h12M8 6V4h4v2m-6.500 0 .7 10h7.600l.7-10M8.500 9v4.500m3-4.500v4.500');
const people = icon(
  'M7.500 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.500 16.500c0-3 2.200-4.500 5-4.500s5 1.500 5 4.500m1-7a2.500 2.500 0 0 0 0-5m1.500 8c1.600.5 2.500 1.900 2.500 4',
);

const help = icon(
  'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm-2-8.5c0-1.200.9-2 2-2s2 .8 2 2c0 1.300-2 1.500-2 2.800m0 2.400v.01',
);
const leave = icon('M8 4H4v12h4m4-9 3 3-3 3m3-3H8');

const onRename = fn();
const onDelete = fn();

const meta = {
  title: 'Overlays/ActionMenu',
  component: ActionMenu,
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Actions
      </Button>
    ),
    onOpenChange: fn(),
    children: (
      <>
        <ActionMenuItem icon={pen} shortcut="Ctrl R" onClick={onRename}>
          Rename
        </ActionMenuItem>
        <ActionMenuItem icon={copy} shortcut="Ctrl D">
          Duplicate
        </ActionMenuItem>
        <ActionMenuItem icon={people} disabled disabledReason="Only an admin can move a number.">
          Move to another team
        </ActionMenuItem>
        <ActionMenuSeparator />
        <ActionMenuItem icon={bin} danger onClick={onDelete}>
          Delete number
        </ActionMenuItem>
      </>
    ),
  },
} satisfies Meta<typeof ActionMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Open: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Actions' }));
    await waitFor(() => expect(screen.getByRole('menu', { name: 'Actions' })).toBeVisible());
    await expect(screen.getAllByRole('menuitem')).toHaveLength(4);
  },
};

/** Arrows move and wrap; a disabled item is reached, so that its reason is read, and ignores presses. */
export const ByKeyboard: Story = {
  play: async ({ canvas, args }) => {
    const item = (name: RegExp) => screen.getByRole('menuitem', { name });
    const trigger = canvas.getByRole('button', { name: 'Actions' });
    trigger.focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(item(/Rename/)).toHaveFocus());
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(item(/Delete/)).toHaveFocus());
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(item(/Rename/)).toHaveFocus());
    await userEvent.keyboard('m');
    await waitFor(() => expect(item(/Move/)).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(screen.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(trigger).toHaveFocus());
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(item(/Rename/)).toHaveFocus());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(item(/Delete/)).toHaveFocus());
  },
};

export const GroupsAndLinks: Story = {
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Ada Okafor
      </Button>
    ),
    label: 'Account',
    children: (
      <>
        <ActionMenuGroup label="Ada Okafor, admin">
          <ActionMenuLink href="#profile" icon={people} description="Name, photo, working hours">
            Profile
          </ActionMenuLink>
          <ActionMenuLink href="#settings" icon={pen}>
            Company settings
          </ActionMenuLink>
        </ActionMenuGroup>
        <ActionMenuSeparator />
        <ActionMenuLink href="#help" icon={help}>
          Help centre
        </ActionMenuLink>
        <ActionMenuItem icon={leave}>Log out</ActionMenuItem>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ada Okafor' }));
    await waitFor(() => expect(screen.getByRole('menu', { name: 'Account' })).toBeVisible());
    await expect(screen.getByRole('group', { name: 'Ada Okafor, admin' })).toBeVisible();
    await expect(screen.getByRole('menuitem', { name: 'Help centre' })).toHaveAttribute('href', '#help');
  },
};

/** Choices leave the menu open. */
export const Choices: Story = {
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        View
      </Button>
    ),
    children: (
      <>
        <ActionMenuRadioGroup label="Sort by" defaultValue="newest">
          <ActionMenuRadio value="newest">Newest call</ActionMenuRadio>
          <ActionMenuRadio value="longest">Longest call</ActionMenuRadio>
          <ActionMenuRadio value="missed">Missed calls first</ActionMenuRadio>
        </ActionMenuRadioGroup>
        <ActionMenuSeparator />
        <ActionMenuCheckbox defaultChecked>Show recordings</ActionMenuCheckbox>
        <ActionMenuCheckbox description="Calls between people of the company">
          Show internal calls
        </ActionMenuCheckbox>
        <ActionMenuCheckbox disabled>Show deleted calls</ActionMenuCheckbox>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Longest call' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: /Show internal calls/ }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Show deleted calls' }));
    await expect(screen.getByRole('menuitemradio', { name: 'Longest call' })).toBeChecked();
    await expect(screen.getByRole('menuitemradio', { name: 'Newest call' })).not.toBeChecked();
    await expect(screen.getByRole('menuitemcheckbox', { name: /Show internal calls/ })).toBeChecked();
    await expect(screen.getByRole('menuitemcheckbox', { name: 'Show deleted calls' })).not.toBeChecked();
  },
};

export const Submenu: Story = {
  args: {
    children: (
      <>
        <ActionMenuItem icon={pen}>Rename</ActionMenuItem>
        <ActionMenuSubmenu label="Move to" icon={people}>
          <ActionMenuItem>Sales Berlin</ActionMenuItem>
          <ActionMenuItem>Support EMEA</ActionMenuItem>
          <ActionMenuItem>Reception</ActionMenuItem>
        </ActionMenuSubmenu>
        <ActionMenuItem icon={bin} danger>
          Delete number
        </ActionMenuItem>
      </>
    ),
  },
  play: async ({ canvas }) => {
    const item = (name: string) => screen.getByRole('menuitem', { name });
    canvas.getByRole('button', { name: 'Actions' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(item('Rename')).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(item('Sales Berlin')).toHaveFocus());
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(item('Move to')).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await waitFor(() => expect(item('Support EMEA')).toHaveFocus());
  },
};

/** A long list scrolls inside; a long text wraps at 344 px. */
export const ManyItems: Story = {
  args: {
    children: [
      'Forward to Reception Frankfurt am Main, third floor, Monday to Friday',
      ...Array.from({ length: 24 }, (_, index) => `Forward to extension ${201 + index}`),
    ].map((name) => <ActionMenuItem key={name}>{name}</ActionMenuItem>),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Actions' }));
    const menu = await screen.findByRole('menu');
    await expect(menu.offsetWidth).toBe(344);
    await expect(menu.scrollHeight).toBeGreaterThan(menu.clientHeight);
    await waitFor(() =>
      expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight - 8),
    );
  },
};
