import type { LinkState } from '@app/contract/pages/links.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { codeStepAnswer, openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('invitation');

const path = '/users/confirmation?email=ada%40northline.test&confirmation_token=token-of-the-mail';
const good = 'Kestrel-Harbour-27!';
const put = (label: string) => fireEvent.input(screen.getByLabelText(label), { target: { value: good } });
const confirm = () => screen.getByRole('button', { name: 'Create password' });

test('an invitation sets the password and opens the code step', async () => {
  const app = openApp(
    {
      checkLink: () => ({ answer: { state: 'valid' } }),
      acceptInvitation: () => ({ answer: undefined }),
      signInWithPassword: () => ({ answer: codeStepAnswer() }),
    },
    { path },
  );
  expect([location.pathname, location.search]).toEqual(['/users/confirmation', '']);
  await screen.findByRole('heading', { name: 'Create a password to confirm your account.' });
  expect(screen.getByText('ada@northline.test').tagName).toBe('STRONG');
  const form = screen.getByLabelText<HTMLInputElement>('New password').form as HTMLFormElement;
  expect([form.method, form.getAttribute('action')]).toEqual(['post', null]);
  expect((form.elements.namedItem('confirmationCode') as HTMLInputElement).value).toBe('token-of-the-mail');
  put('New password');
  put('Confirm password');
  await app.user.click(confirm());
  await screen.findByRole('heading', { name: 'Enter security code' });
  expect(app.calls.map(({ name }) => name)).toEqual(['checkLink', 'acceptInvitation', 'signInWithPassword']);
  expect(app.calls[0]?.body).toMatchObject({ kind: 'invitation' });
  expect(app.calls[1]?.body).toEqual({
    email: 'ada@northline.test',
    confirmationCode: 'token-of-the-mail',
    password: good,
    passwordConfirmation: good,
    timezone: 'UTC',
    lang: 'en-US',
    mailboxProof: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('an invitation says who invites to what, and how to choose another company', async () => {
  const invitation = {
    company: 'Northline Demo',
    inviter: 'Ada Moreau',
    others: ['Fjord Bakery', 'Harbour'],
  };
  const app = openApp({ checkLink: () => ({ answer: { state: 'valid', invitation } }) }, { path });
  await screen.findByRole('heading', { name: 'Join Northline Demo' });
  const main = screen.getByRole('main').textContent;
  expect(main).toContain('Ada Moreau invited you. Create a password to confirm your account. You');
  expect(main).toContain('also been invited by Fjord Bakery and Harbour.');
  app.unmount();

  const alone = { company: 'Northline Demo', others: [] };
  openApp({ checkLink: () => ({ answer: { state: 'valid', invitation: alone } }) }, { path });
  await screen.findByRole('heading', { name: 'Join Northline Demo' });
  expect(screen.getByRole('main').textContent).not.toContain('invited');
});

const linkStates: [LinkState, heading: string, lead: RegExp, next: string][] = [
  [
    'expired',
    'This link has expired',
    /^The link has expired\. Please contact an admin to get your invitation re-sent\.$/,
    'Back to login',
  ],
  ['used', 'This link has already been used', /already confirmed/, 'Log in'],
  ['cancelled', 'This link is no longer valid', /newer invitation/, 'Back to login'],
  ['unknown', "We don't recognize this link", /latest email/, 'Back to login'],
];
test.each(linkStates)(
  'an invitation that is %s shows its state and a next step',
  async (state, heading, lead, next) => {
    const app = openApp({ checkLink: () => ({ answer: { state } }) }, { path });
    await screen.findByRole('heading', { name: heading });
    expect(screen.getByText(lead)).toBeTruthy();
    await app.user.click(screen.getByRole('link', { name: next }));
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@northline.test');
  },
);

test('an invitation that expires while the password is chosen shows that it is expired', async () => {
  const states: LinkState[] = ['valid', 'expired'];
  const app = openApp(
    {
      checkLink: () => ({ answer: { state: states.shift() ?? 'expired' } }),
      acceptInvitation: () => ({ refusal: 'linkExpired' }),
    },
    { path },
  );
  await screen.findByLabelText('New password');
  put('New password');
  put('Confirm password');
  await app.user.click(confirm());
  await screen.findByRole('heading', { name: 'This link has expired' });
  expect(screen.getByText(/Please contact an admin/)).toBeTruthy();
});

test('the person declines: the password is not asked for any more', async () => {
  const app = openApp(
    { checkLink: () => ({ answer: { state: 'valid' } }), declineInvitation: () => ({ answer: undefined }) },
    { path },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Decline the invitation' }));
  const heading = await screen.findByRole('heading', { name: 'You have declined the invitation' });
  expect(document.activeElement).toBe(heading);
  expect(app.calls.at(-1)).toMatchObject({
    name: 'declineInvitation',
    body: { email: 'ada@northline.test', confirmationCode: 'token-of-the-mail' },
  });
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(sessionStorage.getItem('link_in_hand')).toBeNull();
});
