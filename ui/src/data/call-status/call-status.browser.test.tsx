import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { CallStatus } from './call-status.tsx';

const statuses = ['assigned', 'answered', 'missed', 'callback', 'abandoned', 'voicemail'] as const;

test('each status has a colour of its own, also in dark', async () => {
  const { container } = await render(
    <>
      {statuses.map((status) => (
        <CallStatus key={status} status={status} label={status} />
      ))}
    </>,
  );
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    const colors = [...container.children].map((child) => getComputedStyle(child).color);
    expect(new Set([...colors, getComputedStyle(document.body).color]).size).toBe(statuses.length + 1);
  }
  delete document.documentElement.dataset['theme'];
});
