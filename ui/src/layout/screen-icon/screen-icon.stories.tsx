import type { Meta, StoryObj } from '@storybook/react-vite';
import { ScreenIcon } from './screen-icon.tsx';

const meta = {
  title: 'Layout/ScreenIcon',
  component: ScreenIcon,
  args: { kind: 'done' },
} satisfies Meta<typeof ScreenIcon>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Kinds: Story = {
  render: () => (
    <div className="story-row">
      <ScreenIcon kind="done" />
      <ScreenIcon kind="mail" />
      <ScreenIcon kind="link" />
    </div>
  ),
};
