import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { samlChecks } from '@app/contract/dashboard/saml-test.ts';
import { seconds } from '@app/contract/fields/durations.ts';
import { singleSignOnEndpoints, uploadSamlConfiguration } from '@app/contract/dashboard/single-sign-on.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { TestResultScreen } from './test-result-screen.tsx';

const testId = 'd0000000-0000-4000-8000-000000000001';

/** An answer whose email was looked for in the wrong place; the last two checks were not reached. */
const failedTest: SamlTest = {
  testId,
  state: 'failed',
  startedAt: 1,
  answeredAt: 2,
  checks: samlChecks.map((check) => {
    if (check === 'email')
      return { check, verdict: 'failed', reason: 'notAnEmail', expected: 'NameID', received: 'x7' };
    return { check, verdict: check === 'domain' || check === 'account' ? 'notReached' : 'passed' };
  }),
  nameId: 'x7',
  attributes: [
    { name: 'email', values: ['ada@northline.test'] },
    { name: 'groups', values: ['a@b.example', 'c@d.example'] },
    { name: 'displayName', values: ['Ada'] },
  ],
};

async function open(answer: SamlTest) {
  const view = renderInDashboard(<TestResultScreen testId={testId} />, {
    areas: ['single-sign-on'],
    service: ({ entry }) => {
      if (entry === singleSignOnEndpoints.readSamlTest) return { ok: true, answer };
      return { ok: true, answer: { entityId: 'e', ssoUrl: 's', certificates: [] } };
    },
  });
  await view.ready;
  await screen.findByRole('heading', { name: 'Checks' });
  return view;
}

test('what failed comes first, and what passed is folded', async () => {
  const { user, container } = await open(failedTest);
  expect(container.querySelector('li')?.textContent).toContain('It has an email address: failed');
  const passed = screen.getByText('11 passed');
  const name = screen.getByText('The response can be read');
  expect(name.closest('details')).toBe(passed.closest('details'));
  expect(name.closest('details')?.open).toBe(false);
  expect(screen.getByText('2 not checked')).toBeTruthy();
  await user.click(passed);
  expect(name.closest('details')?.open).toBe(true);
});

test('what passed with a remark is not folded', async () => {
  const checks = samlChecks.map((check) => ({
    check,
    verdict: 'passed' as const,
    ...(check === 'account' && { reason: 'otherMethod' as const }),
  }));
  await open({ ...failedTest, state: 'passed', checks });
  expect(screen.getByText('There is an account with this address').closest('details')).toBeNull();
  expect(screen.getByText('13 passed')).toBeTruthy();
});

test('an attribute with one email address can be used from now on', async () => {
  const { user, calls } = await open(failedTest);
  expect(screen.getAllByRole('button', { name: /^Use / }).map(({ textContent }) => textContent)).toEqual([
    'Use email',
  ]);
  await user.click(screen.getByRole('button', { name: 'Use email' }));
  await waitFor(() => expect(screen.getByText('The email now comes from email. Test again.')).toBeTruthy());
  const uploads = calls.filter(({ entry }) => entry === uploadSamlConfiguration);
  expect(uploads.map(({ form }) => [form?.get('emailAttribute'), form?.get('file')])).toEqual([
    ['email', null],
  ]);
});

test('a response is awaited, and by itself the page says that none arrived in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let state: SamlTest['state'] = 'waiting';
  const view = renderInDashboard(<TestResultScreen testId={testId} />, {
    areas: ['single-sign-on'],
    service: () => ({ ok: true, answer: { testId, state, startedAt: 1, checks: [], attributes: [] } }),
  });
  await act(() => view.ready);
  const pass = () => act(() => vi.advanceTimersByTimeAsync(seconds(3)));
  for (let reads = 0; reads < 2; reads += 1) {
    await pass();
    expect(screen.getByText(/^No response from your provider has arrived yet\./)).toBeTruthy();
  }
  state = 'expired';
  await pass();
  expect(screen.getByText(/^No response arrived within 10 minutes\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to setup' }).getAttribute('href')).toBe(
    '/dashboard/single-sign-on',
  );
  const made = view.calls.length;
  await pass();
  expect(view.calls).toHaveLength(made);
  vi.useRealTimers();
});
