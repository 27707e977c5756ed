import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { KeyIcon } from '@app/ui/icons/key-icon';
import { PasswordField } from '@app/ui/password-field';
import { ScreenHeading } from '@app/ui/screen-heading';
import { FormStack, Stack } from '@app/ui/stack';
import { TextField } from '@app/ui/text-field';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { useState, type SubmitEvent } from 'react';

import styles from './sign-in.module.css';

const meta = {
  title: 'Compositions/Sign-in',
  component: SignIn,
} satisfies Meta<typeof SignIn>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = { globals: { viewport: { value: 'desktop' } } };

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };

export const Refused: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('Email'), 'ada@northline.test');
    await userEvent.type(canvas.getByLabelText('Password'), 'wrong{Enter}');
    await expect(canvas.getByRole('alert', { name: '' })).toHaveTextContent(
      'The credentials provided are incorrect.',
    );
    await expect(canvas.getByLabelText('Email')).toHaveValue('ada@northline.test');
  },
};

/** A sign-in of only the library's components: those that the sign-in app is made of. */
function SignIn() {
  const [refused, setRefused] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(true);
  };
  return (
    <main className={styles.page}>
      <FormStack onSubmit={submit}>
        <ScreenHeading lead="Log in to your account.">Welcome back</ScreenHeading>
        <Button variant="secondary" block icon={<KeyIcon />}>
          Continue with SSO
        </Button>
        {refused ? <Banner>The credentials provided are incorrect.</Banner> : null}
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <PasswordField
          label="Password"
          name="password"
          toggleLabel="Show password"
          capsLockHint="Caps Lock is on"
          autoComplete="current-password"
          labelEnd={<a href="#forgot">Forgot password?</a>}
        />
        <Button type="submit" block>
          Log in
        </Button>
        <Stack tone="quiet" align="center">
          <p>
            No account? <a href="#sign-up">Sign up</a>
          </p>
        </Stack>
      </FormStack>
    </main>
  );
}
