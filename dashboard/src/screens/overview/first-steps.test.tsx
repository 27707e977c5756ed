import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { FirstSteps } from './first-steps.tsx';

beforeEach(() => localStorage.clear());

async function open({ name = '', people = 1, secondStep = 'always', singleSignOn = false } = {}) {
  const view = renderInDashboard(<FirstSteps people={people} singleSignOn={singleSignOn} />, {
    areas: ['overview'],
    service: ({ entry }) => ({
      ok: true,
      answer: entry.path.endsWith('/policy')
        ? { secondStep, sso: { required: false }, version: 0 }
        : { name, company: { name: 'Fjord Bakery' } },
    }),
  });
  await view.ready;
  return view;
}
const card = () => screen.findByRole('region', { name: 'Set up Fjord Bakery' });
const stepsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((step) => step.textContent);

test('a new company has four steps, each with its state', async () => {
  await open({ secondStep: 'unrecognised' });
  expect(stepsOf(await card())).toEqual([
    'Add your nameTo do',
    'Invite peopleTo do',
    'Choose when we ask for the codeOn new devices',
    'Set up single sign-onOptional',
  ]);
});

test('what is done says so', async () => {
  await open({ name: 'Mia' });
  expect(stepsOf(await card()).slice(0, 2)).toEqual(['Add your nameDone', 'Invite peopleTo do']);
});

const ticked = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((step) => step.dataset['done'] === 'true' && step.querySelector('svg') !== null);

test.each([
  [{}, [false, false, true, false], ['To do', 'To do', 'At every login', 'Optional']],
  [{ name: 'Mia', secondStep: 'off' }, [true, false, false, false], ['Done', 'To do', 'Never', 'Optional']],
  [{ people: 2, singleSignOn: true }, [false, true, true, true], ['To do', 'Done', 'At every login', 'Done']],
])('of a company with %j the steps are ticked: %j', async (company, done, states) => {
  await open(company);
  const region = await card();
  expect(ticked(region)).toEqual(done);
  const shown = within(region).getAllByRole('listitem');
  expect(shown.map((step) => step.lastElementChild?.textContent)).toEqual(states);
});

test('each step leads to where it is done', async () => {
  await open();
  const links = within(await card()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/me',
    '/dashboard/invitations/new',
    '/dashboard/second-step',
    '/dashboard/single-sign-on',
  ]);
});

test('it is gone once the admin has a name and the company has people, and asks for nothing more', async () => {
  const { calls } = await open({ name: 'Mia', people: 2 });
  await expect.poll(() => calls).toHaveLength(1);
  expect(screen.queryByRole('region')).toBeNull();
});

test('it is hidden for good', async () => {
  const first = await open();
  await first.user.click(within(await card()).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'Set up Fjord Bakery' })).toBeNull();
  first.unmount();
  const { calls } = await open();
  await expect.poll(() => calls).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Set up Fjord Bakery' })).toBeNull();
});
