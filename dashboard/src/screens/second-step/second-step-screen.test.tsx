/** Nothing that concerns the whole company is saved by an arrow key or a click on a choice. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { beforeEach, expect, test } from 'vitest';

import { personOf, renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import { dayOf, startInDays } from './factor-choice.tsx';
import { SecondStepScreen } from './second-step-screen.tsx';

beforeEach(() => sessionStorage.clear());

const effect = { companySecondStep: 28, ownSecondStep: { always: 0, unrecognised: 0, off: 0 } };
/** Who has no factor, in a company with a second step. */
const people = Array.from({ length: 103 }, (_, index) => personOf(index)).map(({ name }, index) => {
  const at = String(index).padStart(3, '0');
  return { id: `b0000000-0000-4000-8000-000000000${at}`, name, email: `person-${at}@northline.test` };
});

/** The screen at its address. */
const Area = () => (usePathname() === '/dashboard/second-step' ? <SecondStepScreen /> : null);

/** The screen of a company with this policy, and the policies that were saved. */
async function open(secondStep: string, facts: { factorFrom?: number; providerStep?: string } = {}) {
  let policy = { secondStep, sso: { required: false }, version: 0, ...facts };
  const service: Service = ({ entry, input: { body, query } }) => {
    if (entry.path.endsWith('/effect')) {
      const asked = (query ?? {}) as { secondStep?: string; withoutFactorAfter?: string };
      const { secondStep: step = policy.secondStep, withoutFactorAfter = '' } = asked;
      const without = step === 'off' ? [] : people;
      const next = without.filter(({ email }) => email > withoutFactorAfter);
      const peopleWithoutFactor = next.slice(0, 100);
      return { ok: true, answer: { ...effect, withoutFactor: without.length, peopleWithoutFactor } };
    }
    if (entry.method === 'PATCH') {
      const { factorFrom: from, ...changed } = body as Omit<typeof policy, 'factorFrom'> & {
        factorFrom?: number | null;
      };
      if (changed.version !== policy.version)
        return { ok: false, failure: { kind: 'changedMeanwhile', present: policy } };
      const { factorFrom: present = null, ...rest } = policy;
      const next = changed.secondStep === 'off' ? null : from === undefined ? present : from;
      policy = { ...rest, ...changed, version: rest.version + 1, ...(next !== null && { factorFrom: next }) };
    }
    return { ok: true, answer: policy };
  };
  navigate('/dashboard/second-step');
  const view = renderInDashboard(<Area />, { service, areas: ['second-step'] });
  await view.ready;
  await screen.findByRole('radiogroup', { name: 'When we ask for the code' });
  return {
    ...view,
    saved: () => view.calls.flatMap(({ entry, input }) => (entry.method === 'PATCH' ? [input.body] : [])),
    change: () => void (policy = { ...policy, secondStep: 'unrecognised', version: policy.version + 1 }),
  };
}
const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const button = (name: string) => screen.findByRole('button', { name });
const question = (name: string) => screen.queryByRole('alertdialog', { name });
const stop = 'Stop asking for the code?';

test('a choice by mouse or arrow key is not saved', async () => {
  const { user, saved } = await open('always');
  for (const name of [/^On new devices/, /^Never/]) await user.click(choice(name));
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(choice(/^Never/).checked).toBe(true);
  expect(screen.getByText('Not saved yet. Now: at every login.')).toBeTruthy();
  expect(saved()).toEqual([]);
});

test('a weaker choice is saved once its effect was confirmed, and the toast says what it was before', async () => {
  const { user, saved } = await open('unrecognised');
  await user.click(choice(/^Never/));
  await user.click(await button('Save'));
  expect((await screen.findByRole('alertdialog', { name: stop })).textContent).toContain(
    '28 people will log in with the password alone.',
  );
  await user.click(await button('Cancel'));
  await waitFor(() => expect(question(stop)).toBeNull());
  expect(saved()).toEqual([]);

  await user.click(await button('Save'));
  await user.click(await button('Stop asking'));
  expect((await screen.findAllByText('Code: never. Before: on new devices.')).length).toBeGreaterThan(0);
  expect(saved()).toEqual([{ secondStep: 'off', version: 0 }]);
  // Back to the stronger one it goes without a question.
  await user.click(await button('Undo'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'unrecognised', version: 1 });
});

test('a stronger choice is saved without a question, and its Undo asks', async () => {
  const { user, saved } = await open('off');
  await user.click(choice(/^At every login/));
  await user.keyboard('{Enter}');
  await user.click(await button('Undo'));
  expect(saved()).toEqual([{ secondStep: 'always', version: 0 }]);
  await waitFor(() => expect(question(stop)).not.toBeNull());
  await user.click(await button('Stop asking'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'off', version: 1 });
});

test('the Undo of a stronger choice asks also once the screen was left', async () => {
  const { user, saved } = await open('off');
  await user.click(choice(/^At every login/));
  await user.keyboard('{Enter}');
  const undo = await button('Undo');
  act(() => navigate('/dashboard/people'));
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.click(undo);
  await user.click(await button('Stop asking'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'off', version: 1 });
});

test('where another admin was first, their choice is shown and nothing is saved over it', async () => {
  const { user, saved, change } = await open('always');
  await user.click(choice(/^Never/));
  change();
  await user.click(await button('Save'));
  await user.click(await button('Stop asking'));
  expect((await screen.findAllByText(/Someone changed this/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(choice(/^On new devices/).checked).toBe(true));
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true');
  expect(saved()).toHaveLength(1);
});

test('Google and single sign-on are asked too, and less of it is asked about, as the Undo', async () => {
  const { user, saved } = await open('always');
  await user.click(choice(/^Always a second proof/));
  await user.click(await button('Save'));
  const now = 'always after Google and single sign-on';
  const done = `Two-step verification: ${now}. Before: not after Google and single sign-on.`;
  expect((await screen.findAllByText(done)).length).toBeGreaterThan(0);
  await user.click(await button('Undo'));
  const title = 'Ask less often after Google and single sign-on?';
  expect((await screen.findByRole('alertdialog', { name: title })).textContent).toContain('provider alone');
  await user.click(await button('Ask less often'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()).toEqual([
    { secondStep: 'always', providerStep: 'always', version: 0 },
    { secondStep: 'always', providerStep: 'never', version: 1 },
  ]);
});

test('where a factor is required, the people of a provider are named before they are asked', async () => {
  const { user, saved } = await open('always', { factorFrom: Date.now() });
  await user.click(choice(/^Unless the provider asked/));
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('alertdialog', { name: require });
  expect(await within(dialog).findByRole('list', { name: /people have neither yet/ })).toBeTruthy();
  expect(saved()).toEqual([]);
});

const today = startInDays(Date.now(), 0);
const inDays = (number: number): number => startInDays(Date.now(), number);
const words = (day: number): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(day);
const requires = /^Passkey or authenticator app/;
const firstDay = () => screen.getByLabelText<HTMLInputElement>('Required from');
const typeDay = (day: string) => fireEvent.change(firstDay(), { target: { value: day } });
const require = 'Require a passkey or authenticator app?';

test('a factor is required in 14 days, once the people without one were named', async () => {
  const { user, saved } = await open('always');
  expect(screen.queryByLabelText('Required from')).toBeNull();
  await user.click(choice(requires));
  expect(firstDay().value).toBe(dayOf(inDays(14)));
  expect(screen.getByText('Not saved yet. Now: any way.')).toBeTruthy();
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('alertdialog', { name: require });
  expect(dialog.textContent).toContain(`From ${words(inDays(14))}, their next login leads them`);
  const list = await within(dialog).findByRole('list', { name: '103 people have neither yet:' });
  const named = () => within(list).getAllByRole('listitem');
  expect(named()[0]?.textContent).toBe('Person 0 person-000@northline.test');
  for (const shown of [5, 100, 103]) {
    await waitFor(() => expect(named()).toHaveLength(shown));
    if (shown < 103) await user.click(within(dialog).getByRole('button', { name: 'Show more' }));
  }
  expect(saved()).toEqual([]);
  await user.click(await button('Require it'));
  const done = `Two-step verification: passkey or authenticator app from ${words(inDays(14))}. Before: any way.`;
  expect((await screen.findAllByText(done)).length).toBeGreaterThan(0);
  expect(saved()).toEqual([{ secondStep: 'always', factorFrom: inDays(14), version: 0 }]);

  // What is weaker again is asked about, as the Undo too.
  await user.click(await button('Undo'));
  await user.click(await button('Accept codes by email'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'always', factorFrom: null, version: 1 });
});

test('a day that has begun means from now on, and the page says since when', async () => {
  const { user, saved } = await open('always');
  await user.click(choice(requires));
  typeDay('2020-02-03');
  expect(screen.getByText('This applies as soon as you save.')).toBeTruthy();
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('alertdialog', { name: require });
  expect(dialog.textContent).toContain('gets an email now, and their next login');
  await user.click(await button('Require it'));
  expect(await screen.findByText(`Required since ${words(today)}.`)).toBeTruthy();
  expect(saved()).toEqual([{ secondStep: 'always', factorFrom: today, version: 0 }]);
  expect(firstDay().value).toBe(dayOf(today));
});

test('a later day is asked about, and a day that is not typed whole is not sent', async () => {
  const [begun, later] = [inDays(-3), inDays(5)];
  const { user, saved } = await open('unrecognised', { factorFrom: begun });
  expect(screen.getByText(`Required since ${words(begun)}.`)).toBeTruthy();
  // Another day that has begun is no other policy.
  typeDay('2020-02-03');
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true');
  typeDay(dayOf(later));
  typeDay('');
  await user.click(await button('Save'));
  expect(firstDay().validity.valid).toBe(false);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  typeDay(dayOf(later));
  await user.click(await button('Save'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Require it later?' });
  expect(dialog.textContent).toContain(`Until ${words(later)}, codes by email count.`);
  expect(within(dialog).queryByRole('list')).toBeNull();
  await user.click(await button('Require it later'));
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()).toEqual([{ secondStep: 'unrecognised', factorFrom: later, version: 0 }]);
});

test('without a second step nothing proves it, and both come back together', async () => {
  const { user, saved } = await open('always', { factorFrom: today });
  await user.click(choice(/^Never/));
  expect(screen.queryByRole('radio', { name: requires })).toBeNull();
  await user.click(await button('Save'));
  await user.click(await button('Stop asking'));
  await waitFor(() => expect(saved()).toEqual([{ secondStep: 'off', version: 0 }]));
  await user.click(await button('Undo'));
  const dialog = await screen.findByRole('alertdialog', { name: require });
  // Those who would have a second step, though they have none now.
  expect(await within(dialog).findByRole('list', { name: /103 people/ })).toBeTruthy();
  await user.click(await button('Require it'));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ secondStep: 'always', factorFrom: today, version: 1 });
});

test.each([
  ['one question', [], /28 people will log in with the password alone.*No one is locked out/],
  [
    'two questions',
    [/^No second proof/],
    /28 people will log in with the password alone.*by the provider alone.*No one is locked out/,
  ],
])(
  'what is weaker in %s and stricter in another is one dialog with all effects',
  async (_, more, effects) => {
    const { user, saved } = await open('always', { providerStep: 'always' });
    for (const name of [/^On new devices/, ...more, requires]) await user.click(choice(name));
    await user.click(await button('Save'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Save these changes?' });
    expect(dialog.textContent).toMatch(effects);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
  },
);
