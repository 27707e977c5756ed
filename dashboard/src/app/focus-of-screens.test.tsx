/** Where the focus is after what a screen does: never on the page's body (WCAG 2.4.3). */
import { singleSignOnEndpoints, uploadSamlConfiguration } from '@app/contract/dashboard/single-sign-on.ts';
import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';

import { PeopleScreen } from '#screens/people/people-screen.tsx';
import { SingleSignOnScreen } from '#screens/single-sign-on/single-sign-on-screen.tsx';
import { personOf, renderInDashboard } from '#test/render-in-dashboard.tsx';

import { useKeptFocus } from './use-kept-focus.ts';

beforeEach(() => history.replaceState(null, '', '/dashboard/people'));

/** The frame, as far as it is about the focus. */
function Frame({ children }: { children: ReactNode }) {
  useKeptFocus();
  return <main>{children}</main>;
}

const focused = () => document.activeElement?.textContent;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function openPeople() {
  let people = [1, 2, 3].map((index) => personOf(index, { secondStep: 'always' }));
  const view = renderInDashboard(
    <Frame>
      <PeopleScreen />
    </Frame>,
    {
      areas: ['people'],
      service({ entry, input: { body } }) {
        if (entry === userEndpoints.listUsers) return { ok: true, answer: { items: people, total: 3 } };
        if (entry === singleSignOnEndpoints.readPolicy) return { ok: true, answer: { secondStep: 'always' } };
        expect(entry).toBe(userEndpoints.changeUsers);
        const { ids, change, preview } = body as { ids: string[]; change: object; preview?: boolean };
        if (!preview)
          people = people.map((user) =>
            ids.includes(user.id) ? { ...user, ...change, version: user.version + 1 } : user,
          );
        const results = people.flatMap(({ id, version }) =>
          ids.includes(id) ? [{ id, ok: true, version }] : [],
        );
        return { ok: true, answer: { results } };
      },
    },
  );
  await view.ready;
  for (const name of ['Person 1', 'Person 2'])
    await view.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  return view;
}

test('after a change of many people, and after its Undo, the heading has the focus', async () => {
  const { user } = await openPeople();
  const bar = await screen.findByRole('toolbar');
  await user.click(within(bar).getByRole('button', { name: 'Two-step verification' }));
  await user.click(await screen.findByRole('radio', { name: 'Never' }));
  await user.click(await button('Apply to 2 people'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The bar of the selection, from which the dialog was opened, is gone.
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  await waitFor(() => expect(focused()).toBe('People'));
  await user.click(await button('Undo'));
  expect((await screen.findAllByText('Undone for 2 people.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(focused()).toBe('People'));
});

const configuration = {
  entityId: 'https://idp.example',
  ssoUrl: 'https://idp.example/sso',
  certificates: [{ notAfter: Date.now() * 2, subject: 'CN=idp', fingerprint: 'AA:BB' }],
  emailAttribute: 'mail',
  testedAt: 1,
  serviceProvider: { entityId: 'e', acsUrl: 'a', startUrl: 's', logoutUrl: 'l', metadataUrl: 'm' },
};

async function openSingleSignOn(required: boolean) {
  let policy = { secondStep: 'always', sso: { required }, version: 1 };
  let domains = [{ domain: 'a.example', state: 'verified', record: {} }];
  const answers = new Map<unknown, () => unknown>([
    [singleSignOnEndpoints.listDomains, () => ({ items: domains, total: domains.length })],
    [singleSignOnEndpoints.removeDomain, () => void (domains = [])],
    [singleSignOnEndpoints.readSamlConfiguration, () => configuration],
    [singleSignOnEndpoints.readPolicy, () => policy],
    [uploadSamlConfiguration, () => configuration],
    [
      singleSignOnEndpoints.readPolicyEffect,
      () => ({
        changing: { password: 0, google: 0 },
        outsideDomains: 0,
        alreadySaml: 0,
        sessionsEnding: 0,
        restorable: 0,
        breakGlassAdmins: [],
      }),
    ],
    [
      singleSignOnEndpoints.changePolicy,
      () => (policy = { ...policy, sso: { required: false }, version: 2 }),
    ],
  ]);
  const view = renderInDashboard(
    <Frame>
      <SingleSignOnScreen />
    </Frame>,
    {
      areas: ['single-sign-on'],
      service: ({ entry }) => ({ ok: true, answer: answers.get(entry)?.() }),
    },
  );
  await view.ready;
  await screen.findByRole('heading', { name: /Require single sign-on/ });
  return view;
}

test('after single sign-on is no longer required, the heading of the step has the focus', async () => {
  const { user } = await openSingleSignOn(true);
  await user.click(await button('Stop requiring it'));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Stop requiring it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop requiring it' })).toBeNull());
  await waitFor(() => expect(focused()).toContain('Require single sign-on'));
  expect(document.activeElement?.tagName).toBe('H2');
});

test('after a domain is removed, the heading of the step has the focus', async () => {
  const { user } = await openSingleSignOn(false);
  await user.click(await button('Remove a.example'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove a/ })).toBeNull());
  await waitFor(() => expect(focused()).toContain('Domains'));
  expect(document.activeElement?.tagName).toBe('H2');
});

test('after metadata is saved, the button that chose the file has the focus', async () => {
  const { user, container } = await openSingleSignOn(false);
  await user.click(await button(/^Replace/));
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [new File(['<x/>'], 'metadata.xml')] } });
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focused()).toMatch(/^Replace/));
});
