import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { KeyIcon } from '#icons/key-icon.tsx';
import { ToastRegion, type ToastRegionProps } from './toast-region.tsx';
import { createToastStore, type ToastItem } from './toast-store.ts';
import { ToastProvider, useToast } from './toast.ts';

const meta = {
  title: 'Feedback/Toast',
  component: ToastRegion,
  args: { store: createToastStore(), label: 'Notifications', closeLabel: 'Close' },
  parameters: { docs: { story: { inline: false, height: '340px' } } },
} satisfies Meta<typeof ToastRegion>;

export default meta;
type Story = StoryObj<typeof meta>;

const onAction = fn((dismiss: () => void) => dismiss());
const onClick = fn();

/** A region whose store shows these toasts from the start. They stay, so that a picture can be taken of them. */
function Shown({ items, ...props }: ToastRegionProps & { items: readonly ToastItem[] }) {
  const [store] = useState(createToastStore);
  useEffect(() => {
    const removals = items.map((item) => store.showToast({ dismissIn: 0, ...item }));
    return () => removals.forEach((remove) => remove());
  }, [items, store]);
  return <ToastRegion {...props} store={store} />;
}

const shows = (...items: ToastItem[]): Pick<Story, 'render'> => ({
  render: (args) => <Shown {...args} items={items} />,
});

export const Default: Story = shows({
  variant: 'success',
  message: 'Call recording is on for Support EMEA.',
});

export const Variants: Story = shows(
  { variant: 'info', message: 'Ada Larsen joined Support EMEA.' },
  { variant: 'success', message: 'The number +33 1 87 66 02 14 is active.' },
  { variant: 'warning', message: 'Your trial ends in 3 days.' },
  { variant: 'error', message: 'Connection lost. Please check your internet connection.' },
  {
    variant: 'critical',
    message: 'Your session has expired, please log in again.',
    detail: 'You were redirected to login.',
  },
);

export const ActionAndPress: Story = {
  ...shows(
    { id: 'undo', message: 'Deleted the tag VIP.', action: { label: 'Undo', onClick: onAction } },
    { id: 'press', message: 'Voicemail from Amélie Laurent', detail: '0:42, 2 minutes ago', onClick },
  ),
  play: async ({ canvasElement }) => {
    const page = canvasElement.ownerDocument.body;
    const button = (name: RegExp) =>
      waitFor(() => {
        const found = [...page.querySelectorAll('button')].find(({ innerText }) => name.test(innerText));
        if (!found) throw new Error('not shown yet');
        return found;
      });
    await userEvent.click(await button(/^Voicemail/));
    await expect(onClick).toHaveBeenCalledOnce();
    await userEvent.click(await button(/^Undo/));
    await expect(onAction).toHaveBeenCalledOnce();
    await waitFor(() => expect(page.querySelectorAll('[role=region] li')).toHaveLength(1));
  },
};

export const Copy: Story = shows({
  variant: 'critical',
  message: 'The number could not be ported.',
  detail: 'Support code: 7K3M-92QX',
  copy: { text: '7K3M-92QX', label: 'Copy', copiedLabel: 'Copied' },
});

export const Icons: Story = shows(
  { message: 'Single sign-on is required from Monday on.', icon: <KeyIcon /> },
  { message: 'Copied the number.', icon: false },
);

export const CustomComponent: Story = shows({
  message: 'Missed call from Amélie Laurent',
  customComponent: (dismiss) => (
    <div className="story-row">
      <span>
        Missed call from <strong>Amélie Laurent</strong>
      </span>
      <Button size="xSmall" variant="secondary" onClick={dismiss}>
        Call back
      </Button>
    </div>
  ),
});

function Export() {
  const { showToast } = useToast();
  const [done, setDone] = useState(false);
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        showToast({
          id: 'export',
          message: done ? 'The export of 1,204 calls is ready.' : 'Exporting calls …',
          variant: done ? 'success' : 'info',
          dismissIn: 0,
        });
        setDone(true);
      }}
    >
      Export calls
    </Button>
  );
}

/** The same id updates the toast that is shown. */
export const UpdatedByUseToast: Story = {
  render: function Render(args) {
    const [store] = useState(createToastStore);
    return (
      <ToastProvider value={store}>
        <Export />
        <ToastRegion {...args} store={store} />
      </ToastProvider>
    );
  },
  play: async ({ canvas, canvasElement }) => {
    const cards = () =>
      [...canvasElement.ownerDocument.querySelectorAll('[role=region] li')].map((card) => card.textContent);
    await userEvent.click(canvas.getByRole('button', { name: 'Export calls' }));
    await expect(cards()).toEqual(['Exporting calls …']);
    await userEvent.click(canvas.getByRole('button', { name: 'Export calls' }));
    await expect(cards()).toEqual(['The export of 1,204 calls is ready.']);
  },
};

export const Keyboard: Story = {
  ...shows({ message: 'Ada Larsen joined Support EMEA.' }, { message: 'Jonas Weber left Support EMEA.' }),
  play: async ({ canvasElement }) => {
    const { body } = canvasElement.ownerDocument;
    await waitFor(() => expect(body.querySelectorAll('[role=region] li')).toHaveLength(2));
    await userEvent.keyboard('{F6}');
    await expect(body.querySelector('[role=region]')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(body.querySelector('[role=region]')).toHaveTextContent('Ada Larsen joined Support EMEA.');
    await expect(body.querySelectorAll('[role=region] li')).toHaveLength(1);
  },
};

export const LongTextOnAPhone: Story = {
  ...shows({
    variant: 'error',
    message:
      'The number +49 30 1234567890 could not be assigned to the team Support for Germany, Austria and Switzerland.',
    action: { label: 'Try again', onClick: onAction },
  }),
  args: { placement: 'bottom-end' },
  globals: { viewport: { value: 'phone' } },
};
