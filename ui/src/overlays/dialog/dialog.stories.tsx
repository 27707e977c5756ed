import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';
import { FormStack } from '#layout/stack/stack.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

const meta = {
  title: 'Overlays/Dialog',
  component: Dialog,
  subcomponents: { AlertDialog },
  args: {
    trigger: (
      <Button variant="secondary" size="small">
        Rename team
      </Button>
    ),
    heading: 'Rename team',
    description: 'Everyone in the company sees the new name.',
    closeLabel: 'Close',
    primaryAction: { label: 'Save', onAction: fn() },
    secondaryAction: { label: 'Cancel' },
    children: <TextField label="Name" name="name" defaultValue="Sales Berlin" />,
    onOpenChange: fn(),
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** The focus goes to the first field, and back to the trigger. */
export const Open: Story = {
  play: async ({ canvas, args }) => {
    const trigger = canvas.getByRole('button', { name: 'Rename team' });
    await userEvent.click(trigger);
    const dialog = await screen.findByRole('dialog', { name: 'Rename team' });
    await expect(dialog).toHaveAccessibleDescription('Everyone in the company sees the new name.');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect(args.primaryAction?.onAction).toHaveBeenCalledOnce();
    await waitFor(() => expect(trigger).toHaveFocus());
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  },
};

/** Header and footer stay while the body scrolls. */
export const LongBody: Story = {
  args: {
    heading: 'Assign numbers',
    description: 'Calls to these numbers ring in Sales Berlin.',
    size: 'small',
    primaryAction: { label: 'Assign 12 numbers' },
    children: (
      <FormStack>
        {Array.from({ length: 12 }, (_, index) => (
          <TextField key={index} label={`Number ${index + 1}`} defaultValue={`+49 30 9018${20 + index}`} />
        ))}
      </FormStack>
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Rename team' }));
    const dialog = await screen.findByRole('dialog');
    const last = screen.getByRole('textbox', { name: 'Number 12' });
    const footer = screen.getByRole('button', { name: 'Assign 12 numbers' });
    await expect(footer.getBoundingClientRect().bottom).toBeLessThan(dialog.getBoundingClientRect().bottom);
    last.focus();
    // What has the focus is above the footer, which stays at the end of the dialog.
    await waitFor(() =>
      expect(last.getBoundingClientRect().bottom).toBeLessThan(footer.getBoundingClientRect().top),
    );
    // It grows while it opens.
    await waitFor(() =>
      expect(dialog.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight - 24),
    );
    await expect(footer).toBeVisible();
  },
};

/** Without fields and actions the focus is on the dialog itself, so that it is read from the start. */
export const TextOnly: Story = {
  render: () => (
    <Dialog
      trigger={
        <Button variant="secondary" size="small">
          How calls are routed
        </Button>
      }
      heading="How calls are routed"
      size="large"
      closeLabel="Close"
    >
      <p>
        A call rings for everyone in the team who is available. After 30 seconds it goes to the people of the
        second line, and after another 30 seconds to the voicemail. Outside business hours it goes to the
        voicemail at once.
      </p>
    </Dialog>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'How calls are routed' }));
    const dialog = await screen.findByRole('dialog', { name: 'How calls are routed' });
    await waitFor(() => expect(dialog).toHaveFocus());
  },
};

/** While an action is at work nothing closes the dialog, and the primary button keeps the focus. */
export const Busy: Story = {
  args: {
    primaryAction: { label: 'Save', onAction: () => new Promise(() => {}) },
    onOpenChange: fn(),
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Rename team' }));
    const save = await screen.findByRole('button', { name: 'Save' });
    await userEvent.click(save);
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await expect(screen.getByRole('dialog')).toHaveAttribute('aria-busy', 'true');
    await expect(args.onOpenChange).toHaveBeenCalledOnce();
  },
};

/** A question: the focus is on the safe answer, and a press outside does not close it. */
export const Alert: Story = {
  render: () => (
    <AlertDialog
      trigger={
        <Button variant="secondary" size="small">
          Delete team
        </Button>
      }
      heading="Delete Sales Berlin?"
      description="Its 12 numbers ring nowhere until you assign them to another team. This cannot be undone."
      primaryAction={{ label: 'Delete team' }}
      secondaryAction={{ label: 'Keep team' }}
    />
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Delete team' }));
    const alert = await screen.findByRole('alertdialog', { name: 'Delete Sales Berlin?' });
    await expect(alert).toHaveAccessibleDescription(/cannot be undone/);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep team' })).toHaveFocus());
  },
};

/** The first dialog is dimmed; Escape closes only the second one. */
export const Nested: Story = {
  args: {
    children: (
      <FormStack>
        <TextField label="Name" name="name" defaultValue="Sales Berlin" />
        <AlertDialog
          trigger={
            <Button variant="secondary" size="small">
              Delete team
            </Button>
          }
          heading="Delete Sales Berlin?"
          description="This cannot be undone."
          primaryAction={{ label: 'Delete team' }}
          secondaryAction={{ label: 'Keep team' }}
        />
      </FormStack>
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Rename team' }));
    const opener = await screen.findByRole('button', { name: 'Delete team' });
    await userEvent.click(opener);
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
    await expect(screen.getByRole('dialog', { name: 'Rename team' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep team' })).toHaveFocus());
  },
};

/** A sheet at the bottom, as wide as the window. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Rename team' }));
    const dialog = await screen.findByRole('dialog');
    // It slides in from below.
    await waitFor(() => {
      const { left, width, bottom } = dialog.getBoundingClientRect();
      return expect([left, width, bottom]).toEqual([0, 360, 720]);
    });
  },
};
