/** Name and language are saved together, and only what was edited. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderInDashboard, type Service } from '#test/render-in-dashboard.tsx';

import { MeScreen } from './me-screen.tsx';

beforeEach(() => sessionStorage.clear());

/** The screen of an account, what was sent to change it, and a change in another tab. Changes wait for `hold`. */
async function open(hold?: Promise<void>) {
  let account = { name: 'Mia', language: 'en', method: 'google', role: 'User', version: 0 };
  const service: Service = async ({ entry, input: { body } }) => {
    const change = body as Partial<typeof account> | undefined;
    if (body) await hold;
    if (!entry.path.endsWith('/account')) return { ok: true, answer: { items: [], total: 0 } };
    if (change && change.version !== account.version)
      return { ok: false, failure: { kind: 'changedMeanwhile', present: known() } };
    if (change) account = { ...account, ...change, version: account.version + 1 };
    return { ok: true, answer: known() };
  };
  const known = () => ({
    ...account,
    email: 'mia@lowtide.test',
    secondStep: 'off',
    company: { name: 'Lowtide' },
  });
  const view = renderInDashboard(<MeScreen />, { service, areas: ['me'] });
  await view.ready;
  await screen.findByRole('textbox', { name: 'Name' });
  return {
    ...view,
    sent: () => view.calls.flatMap(({ input: { body } }) => (body ? [body] : [])),
    elsewhere: (change: Partial<typeof account>) =>
      void (account = { ...account, ...change, version: account.version + 1 }),
    account: () => account,
  };
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const save = () => screen.getByRole('button', { name: 'Save' });

test('a name is saved without the language, which another tab has changed', async () => {
  const { user, sent, elsewhere, account } = await open();
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.clear(name());
  await user.type(name(), 'Mia Lowtide');
  elsewhere({ language: 'de' });
  await user.click(save());
  expect((await screen.findAllByText('Your profile has been saved.')).length).toBeGreaterThan(0);
  expect(sent()).toEqual([
    { name: 'Mia Lowtide', version: 0 },
    { name: 'Mia Lowtide', version: 1 },
  ]);
  expect(account()).toMatchObject({ name: 'Mia Lowtide', language: 'de' });
});

test('a choice of the language is saved by Save, without the name', async () => {
  const { user, sent, texts } = await open();
  await user.click(screen.getByRole('combobox', { name: 'Language' }));
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }));
  expect(sent()).toEqual([]);
  expect(texts.language).toBe('en');
  await user.click(save());
  await waitFor(() => expect(sent()).toEqual([{ language: 'de', version: 0 }]));
  await waitFor(() => expect(texts.language).toBe('de'));
});

test('a name that another tab has changed is not overwritten unasked', async () => {
  const { user, sent, elsewhere, account } = await open();
  await user.type(name(), ' One');
  elsewhere({ name: 'Mia Two' });
  await user.click(save());
  expect(await screen.findByText(/to "Mia Two" in the meantime/)).toBeTruthy();
  expect(account().name).toBe('Mia Two');
  expect(name().value).toBe('Mia One');
  await user.click(save());
  await waitFor(() => expect(account().name).toBe('Mia One'));
  expect(sent().at(-1)).toEqual({ name: 'Mia One', version: 1 });
});

test('the focus stays in the field that Enter has saved', async () => {
  const { user, sent } = await open();
  act(() => name().focus());
  await user.keyboard(' Lowtide{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(name());
});

test('nothing can be typed into the name while it is saved', async () => {
  const saving = Promise.withResolvers<void>();
  const { user } = await open(saving.promise);
  await user.type(name(), ' Lowtide');
  await user.click(save());
  await user.type(name(), ' lost');
  expect(name().value).toBe('Mia Lowtide');
  saving.resolve();
  await waitFor(() => expect(name().readOnly).toBe(false));
});
