import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextField } from '#forms/text-field/text-field.tsx';
import { FieldNote } from './field-note.tsx';

const meta = {
  title: 'Forms/FieldNote',
  component: FieldNote,
  args: { children: 'The address is free.' },
  render: (args) => (
    <TextField label="Work address" defaultValue="ada@northline.example" hint={<FieldNote {...args} />} />
  ),
} satisfies Meta<typeof FieldNote>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** Its line is kept free, so that nothing moves when the note appears. */
export const Empty: Story = { args: { children: null } };

/** The field's error takes the line of an empty note. */
export const Error: Story = {
  render: () => (
    <TextField
      label="Work address"
      defaultValue="ada@northline"
      hint={<FieldNote />}
      error="Enter an address such as name@company.com."
    />
  ),
};
