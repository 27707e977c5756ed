import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { userEndpoints } from '@app/contract/dashboard/users.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { writeDraft } from '#session/drafts.ts';
import { personOf, renderInDashboard } from '#test/render-in-dashboard.tsx';

import { createJob } from './bulk-job.ts';
import { InterruptedJob } from './interrupted-job.tsx';

beforeEach(() => sessionStorage.clear());

test('a job that continues cannot be left as it is until it is done or has failed', async () => {
  const person = { userId: 'ada', companyId: 'northline', email: 'ada@northline.test', isAdmin: true };
  writeDraft(person.userId, 'people.bulk', createJob('signOut', { kind: 'signOut' }, [personOf(1)]));
  const failed = Promise.withResolvers<void>();
  const { ready, user } = renderInDashboard(<InterruptedJob />, {
    person,
    areas: ['people'],
    service: async ({ entry }) => {
      if (entry === singleSignOnEndpoints.readPolicy) return { ok: true, answer: { secondStep: 'always' } };
      expect(entry).toBe(userEndpoints.signOutUsers);
      await failed.promise;
      return { ok: false, failure: { kind: 'network' } };
    },
  });
  await ready;
  const leave = () => screen.getByRole('button', { name: 'Leave as is' });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(leave());
  expect(leave().getAttribute('aria-disabled')).toBe('true');
  failed.resolve();
  await screen.findByText(/connection/);
  await user.click(leave());
  expect(screen.queryByRole('button', { name: 'Leave as is' })).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});
