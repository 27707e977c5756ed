/** What the box says is what the list shows, because it is what is saved. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { renderInDashboard } from '#test/render-in-dashboard.tsx';

import { MetadataPreview } from './metadata-preview.tsx';

const certificate = (subject: string) => ({ subject, fingerprint: subject, notAfter: Date.now() * 2 });
const fresh = {
  entityId: 'https://idp.example',
  ssoUrl: 'https://idp.example/sso',
  certificates: [certificate('CN=next')],
  emailAttribute: 'mail',
};
const kept = { ...fresh, certificates: [certificate('CN=old'), certificate('CN=next')] };
const lost: CallOutcome<unknown> = { ok: false, failure: { kind: 'network' } };

/** The preview without the current certificate. The test answers its calls, in any order. */
async function open() {
  const answers: ((outcome: CallOutcome<unknown>) => void)[] = [];
  const view = renderInDashboard(
    <MetadataPreview
      file={new File(['<x/>'], 'metadata.xml')}
      answer={fresh}
      saved={{
        ...fresh,
        serviceProvider: { entityId: 'e', acsUrl: 'a', startUrl: 's', logoutUrl: 'l', metadataUrl: 'm' },
      }}
      required={false}
      onClose={() => {}}
    />,
    {
      areas: ['single-sign-on'],
      service: async () => await new Promise((resolve) => void answers.push(resolve)),
    },
  );
  await view.ready;
  const dialog = await screen.findByRole('dialog');
  const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /^Keep the current/ });
  const shows = async (certificates: number, checked: boolean) =>
    await waitFor(() =>
      expect([within(dialog).getAllByRole('listitem').length, box.checked]).toEqual([certificates, checked]),
    );
  return { ...view, answers, box, shows };
}
const failed = () => screen.queryAllByText(/Connection lost/).length > 0;

test('of quick changes the answer to the last one counts, whichever arrives last', async () => {
  const { user, answers, box, shows } = await open();
  for (const _ of [1, 2, 3]) await user.click(box);
  answers[2]?.({ ok: true, answer: kept });
  await shows(2, true);
  answers[1]?.({ ok: true, answer: fresh });
  answers[0]?.(lost);
  await user.tab();
  await shows(2, true);
  expect(failed()).toBe(false);
});

test('where the preview fails, the box goes back to what the list shows', async () => {
  const { user, answers, box, shows } = await open();
  await user.click(box);
  answers[0]?.(lost);
  await waitFor(() => expect(failed()).toBe(true));
  await shows(1, false);
  // Of two, the first was never shown.
  for (const _ of [1, 2]) await user.click(box);
  answers[2]?.(lost);
  await waitFor(() => expect(failed()).toBe(true));
  await shows(1, false);
});

test('a failure is gone once the preview is tried again', async () => {
  const { user, answers, box, shows } = await open();
  await user.click(box);
  answers[0]?.(lost);
  await waitFor(() => expect(failed()).toBe(true));
  await user.click(box);
  answers[1]?.({ ok: true, answer: kept });
  await shows(2, true);
  expect(failed()).toBe(false);
});
