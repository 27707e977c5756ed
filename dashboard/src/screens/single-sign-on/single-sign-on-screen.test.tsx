import { days } from '@app/contract/fields/durations.ts';
import { singleSignOnEndpoints, uploadSamlConfiguration } from '@app/contract/dashboard/single-sign-on.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderInDashboard, type MadeCall } from '#test/render-in-dashboard.tsx';

import { SingleSignOnScreen } from './single-sign-on-screen.tsx';

const { changePolicy, listDomains, readPolicy, readPolicyEffect, readSamlConfiguration } =
  singleSignOnEndpoints;

const record = { type: 'TXT', name: '_proof.harbour.example', value: 'proof=1' };
const serviceProvider = { entityId: 'e', acsUrl: 'a', startUrl: 's', logoutUrl: 'l', metadataUrl: 'm' };
const configuration = {
  entityId: 'https://idp.example',
  ssoUrl: 'https://idp.example/sso',
  certificates: [{ notAfter: Date.now() * 2, subject: 'CN=idp', fingerprint: 'AA:BB' }],
  emailAttribute: 'mail',
  testedAt: 1,
};
const keeper = { id: 'a0000000-0000-4000-8000-000000000001', name: 'Ada', email: 'ada@northline.test' };
const guests = Array.from({ length: 103 }, (_, at) => ({
  id: `b0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `Guest ${at}`,
  email: `guest-${String(at).padStart(3, '0')}@elsewhere.example`,
}));
const effect = {
  changing: { password: 1200, google: 3 },
  outsideDomains: 0,
  outsideExamples: [],
  alreadySaml: 4,
  sessionsEnding: 7,
  restorable: 0,
  breakGlassAdmins: [keeper],
  ownSecondStep: { always: 0, unrecognised: 0, off: 0 },
};

interface World {
  domains?: object[];
  configuration?: object;
  policy?: object;
  effect?: object;
  /** What an uploaded file says. */
  read?: (form?: FormData) => object;
  /** Why nothing can be removed. */
  kept?: 'notPossible' | 'ssoRequired';
}

async function open(world: World = {}) {
  const answers = new Map<unknown, (call: MadeCall) => unknown>([
    [listDomains, () => ({ items: world.domains ?? [verified], total: 1 })],
    [readSamlConfiguration, () => ({ ...(world.configuration ?? configuration), serviceProvider })],
    [readPolicy, () => policy],
    [uploadSamlConfiguration, ({ form }) => world.read?.(form)],
    [
      readPolicyEffect,
      ({ input }) => {
        const { outsideAfter = '' } = (input.query ?? {}) as { outsideAfter?: string };
        const outsidePeople = guests.filter(({ email }) => email > outsideAfter).slice(0, 100);
        return { ...effect, outsidePeople, ...world.effect };
      },
    ],
  ]);
  const policy = { secondStep: 'always', sso: { required: false }, version: 3, ...world.policy };
  const view = renderInDashboard(<SingleSignOnScreen />, {
    areas: ['single-sign-on'],
    service: (call) => {
      if (world.kept && call.entry.method === 'DELETE')
        return { ok: false, failure: { kind: 'refused', refusal: world.kept } };
      if (call.entry === changePolicy) return { ok: true, answer: { ...policy, version: 4 } };
      return { ok: true, answer: answers.get(call.entry)?.(call) };
    },
  });
  await view.ready;
  await screen.findByRole('heading', { name: /Require single sign-on/ });
  const changes = () =>
    view.calls.filter(({ entry }) => entry === changePolicy).map(({ input }) => input.body);
  return { ...view, changes };
}
const verified = { domain: 'harbour.example', state: 'verified', record };
const question = () => screen.findByRole('alertdialog', { name: 'Require single sign-on?' });
const ask = () => screen.findByRole('button', { name: 'Require single sign-on' });

test('page, question and toast say the same of what requiring it does', async () => {
  const { user, changes } = await open();
  const lines = [
    '1203 accounts change to single sign-on. Their passwords and Google logins stop working.',
    '7 sessions end.',
  ];
  const said = (root: HTMLElement) =>
    lines.filter((line) => root.textContent?.replaceAll(',', '').includes(line));
  const button = await ask();
  expect(said(document.body)).toEqual(lines);
  await user.click(button);
  const dialog = await question();
  expect(said(dialog)).toEqual(lines);
  const confirm = within(dialog).getByRole('button', { name: 'Require single sign-on' });
  // Nothing is lost for a day, so the button shows no danger.
  expect(confirm.dataset['variant']).toBe('primary');
  const form = dialog.querySelector('form');
  if (form) fireEvent.submit(form);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(said(screen.getByRole('region', { name: 'Notifications' }))).toEqual(lines);
  expect(changes()).toEqual([{ sso: { required: true, breakGlassUserId: keeper.id }, version: 3 }]);
});

test('people who are locked out are named, and their number is typed before it is done', async () => {
  const { user, changes } = await open({ effect: { outsideDomains: 103 } });
  await user.click(await ask());
  const dialog = await question();
  expect(within(dialog).getByRole('button', { name: 'Require single sign-on' }).dataset['variant']).toBe(
    'danger',
  );
  const list = within(dialog).getByRole('list', { name: /103 people have an address outside/ });
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe(`Guest 0 ${guests[0]?.email}`);
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  expect(within(dialog).getByText('and 98 more')).toBeTruthy();
  for (const shown of [100, 103]) {
    await user.click(within(dialog).getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(shown));
    // Also when the button is gone.
    expect(document.activeElement).toBe(list);
  }
  expect(within(dialog).queryByRole('button', { name: 'Show more' })).toBeNull();

  const field = within(dialog).getByRole<HTMLInputElement>('textbox', {
    name: /how many people will no longer be able to log in/,
  });
  const submit = () => field.form && fireEvent.submit(field.form);
  for (const wrong of ['', '10', '1030']) {
    await user.clear(field);
    if (wrong !== '') await user.type(field, wrong);
    submit();
    expect(await within(dialog).findByText('Type 103.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
  }
  expect(changes()).toEqual([]);
  await user.clear(field);
  await user.type(field, '103');
  submit();
  await waitFor(() => expect(changes()).toHaveLength(1));
});

test('while it is required, the page says until when one can go back', async () => {
  const until = Date.now() + 3_600_000;
  await open({
    policy: { sso: { required: true, breakGlassUserId: keeper.id } },
    effect: { restorable: 1203, restorableUntil: until },
  });
  const words = await screen.findByText(/^You can go back until /);
  expect(words.textContent?.replaceAll(',', '')).toContain('1203 accounts will log in as before');
});

test('who is locked out is read again once a domain is removed', async () => {
  const { user, calls } = await open();
  const asked = () =>
    calls.filter(({ entry, input }) => entry === readPolicyEffect && input.query === undefined).length;
  await waitFor(() => expect(asked()).toBe(1));
  await user.click(await screen.findByRole('button', { name: 'Remove harbour.example' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asked()).toBe(2));
});

test.each([
  ['the domain', /^Remove harbour/, 'notPossible', /^No active admin has a password\./],
  ['the provider', 'Remove provider', 'notPossible', /^No active admin has a password\./],
  ['the domain', /^Remove harbour/, 'ssoRequired', /^While single sign-on is required/],
  ['the provider', 'Remove provider', 'ssoRequired', /^Your company requires single sign-on\./],
] as const)('%s (%s) stays, and a toast says why: %s', async (_, name, kept, words) => {
  const { user } = await open({ kept });
  await user.click(await screen.findByRole('button', { name }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Remove/ }));
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText(words);
});

test('a domain that is in the list is not added again', async () => {
  const { user, calls } = await open();
  const field = screen.getByRole('textbox', { name: 'Domain' });
  await user.type(field, 'https://Harbour.example/');
  await user.click(screen.getByRole('button', { name: 'Add domain' }));
  expect(await screen.findByText('harbour.example is already in the list.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(calls.filter(({ entry }) => entry.method !== 'GET')).toEqual([]);
});

test('the name of the record is the service’s, also where a console adds the domain', async () => {
  await open({ domains: [{ domain: 'harbour.example', state: 'pending', record, problem: 'noRecord' }] });
  expect(await screen.findByText(/then enter only _proof as the name/)).toBeTruthy();
});

test('the age of a login at the provider is chosen, then saved', async () => {
  const { user, changes } = await open({ policy: { providerSignInHours: 36 } });
  const choice = screen.getByRole('combobox', { name: 'Longest time since the login at your provider' });
  // Set by the API, and not one of those that are offered.
  expect(choice.textContent).toContain('36 hours');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(choice);
  await user.click(await screen.findByRole('option', { name: 'Your provider decides' }));
  expect(changes()).toEqual([]);
  await user.click(save);
  await waitFor(() => expect(changes()).toEqual([{ providerSignInHours: null, version: 3 }]));
});

test.each([
  ['the same provider', configuration.entityId, 'mail'],
  ['another one', 'https://other.example', 'theirs'],
])('a new file of %s takes the email from where it should', async (_, entityId, attribute) => {
  const read = { ...configuration, entityId, emailAttribute: 'theirs' };
  const { user, calls, container } = await open({ read: () => read });
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [new File(['<x/>'], 'metadata.xml')] } });
  const dialog = await screen.findByRole('dialog', { name: 'Is this your identity provider?' });
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Email from' });
  expect(field.value).toBe(attribute);
  await user.clear(field);
  await user.type(field, 'email');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const uploads = calls.filter(({ entry }) => entry === uploadSamlConfiguration);
  expect(uploads.map(({ form }) => form?.get('emailAttribute'))).toEqual([null, 'email']);
});

const certificate = (subject: string, ends: number) => ({
  subject: `CN=${subject}`,
  fingerprint: subject,
  notAfter: Date.now() + days(ends),
});
const metadata = () => screen.getByRole('region', { name: /Metadata$/ });

test.each([
  ['ends', [9.5], ['Certificate expires soon', 'upload its metadata here before', 'Expires in 10 days']],
  ['has ended', [-1], ['Every certificate in the saved metadata has expired.', 'Expired']],
  ['ends beside a new one', [9.5, 380], ['Expires in 10 days', 'Valid']],
])('a certificate that %s is shown with what to do', async (_, ends, words) => {
  await open({
    configuration: { ...configuration, certificates: ends.map((end) => certificate(`idp ${end}`, end)) },
  });
  for (const word of words) expect(metadata().textContent).toContain(word);
  expect(within(metadata()).queryAllByText('Certificate expires soon')).toHaveLength(
    words[0] === 'Certificate expires soon' ? 1 : 0,
  );
  expect(screen.queryAllByText('Expired')).toHaveLength(words.includes('Expired') ? 2 : 0);
});

test('the current certificate is kept beside the new one, where the admin says so', async () => {
  const [old, next] = [certificate('old', 9.5), certificate('next', 380)];
  const { user, calls, container } = await open({
    configuration: { ...configuration, certificates: [old] },
    read: (form) => ({
      ...configuration,
      certificates: form?.get('keepCertificates') === 'true' ? [old, next] : [next],
    }),
  });
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [new File(['<x/>'], 'metadata.xml')] } });
  const dialog = await screen.findByRole('dialog', { name: 'Is this your identity provider?' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  await user.click(within(dialog).getByRole('checkbox', { name: /^Keep the current certificate as well/ }));
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const uploads = calls.filter(({ entry }) => entry === uploadSamlConfiguration);
  expect(uploads.map(({ form }) => form?.get('keepCertificates'))).toEqual(['false', 'true', 'true']);
});
