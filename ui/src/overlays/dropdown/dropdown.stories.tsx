import type { Meta, StoryObj } from '@storybook/react-vite';
import type { MouseEvent } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { FormStack } from '#layout/stack/stack.tsx';
import { Dropdown, DropdownClose } from './dropdown.tsx';

/** As the router of an app does. */
const follow = (event: MouseEvent) => event.preventDefault();

const meta = {
  title: 'Overlays/Dropdown',
  component: Dropdown,
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Ring time
      </Button>
    ),
    label: 'Ring time',
    onOpenChange: fn(),
    children: (
      <p>
        Calls to <strong>Sales Berlin</strong> ring for 30 seconds. After that they go to the voicemail of the
        team. An admin can change both.
      </p>
    ),
  },
} satisfies Meta<typeof Dropdown>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Open: Story = {
  play: async ({ canvas, args }) => {
    const trigger = canvas.getByRole('button', { name: 'Ring time' });
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(trigger);
    const popup = await screen.findByRole('dialog', { name: 'Ring time' });
    await waitFor(() => expect(popup).toBeVisible());
    await expect(popup.offsetWidth).toBe(344);
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await expect(trigger.getAttribute('aria-controls')).toBe(popup.id);
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(true);
  },
};

/** The focus moves to the first control inside. `DropdownClose` goes around the button that also closes it. */
export const WithAForm: Story = {
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Filter calls
      </Button>
    ),
    label: 'Filter calls',
    children: (
      <FormStack>
        <TextField label="From number" name="from" placeholder="+49 30 901820" />
        <TextField label="Longer than" name="longer" hint="In seconds" defaultValue="30" />
        <DropdownClose>
          <Button size="small" block>
            Show 128 calls
          </Button>
        </DropdownClose>
      </FormStack>
    ),
  },
  play: async ({ canvas }) => {
    const trigger = canvas.getByRole('button', { name: 'Filter calls' });
    await userEvent.click(trigger);
    await userEvent.click(await screen.findByRole('button', { name: 'Show 128 calls' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'From number' })).toHaveFocus());
  },
};

export const ClosesOnInsideClick: Story = {
  args: {
    closeOnInsideClick: true,
    children: (
      <FormStack>
        <a href="/numbers" onClick={follow}>
          Numbers of this team
        </a>
        <a href="/hours" onClick={follow}>
          Business hours
        </a>
      </FormStack>
    ),
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ring time' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Business hours' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false);
  },
};

/** There is no room below and none at the end: it opens above and in line with the end of its trigger. */
export const AtTheEdge: Story = {
  args: { side: 'bottom', align: 'start' },
  decorators: [
    (Story) => (
      <div className="story-bottom-end">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ring time' }));
    const popup = await screen.findByRole('dialog');
    await waitFor(() => expect(popup).toHaveAttribute('data-side', 'top'));
    await expect(popup.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth - 8);
  },
};

/** As wide as the window less 16 px. */
export const OnAPhone: Story = {
  args: { maxWidth: 560 },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ring time' }));
    const popup = await screen.findByRole('dialog');
    await waitFor(() => expect(popup.getBoundingClientRect().left).toBe(8));
    await expect(popup.offsetWidth).toBe(344);
  },
};
