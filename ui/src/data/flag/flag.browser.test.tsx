import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { flagCodes, Flag } from './flag.tsx';

const requests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('flags.svg?no-inline'));

test('50 flags need one request, and each is drawn', async () => {
  performance.clearResourceTimings();
  const codes = [...flagCodes].slice(0, 50);
  const { container } = await render(
    <>
      {codes.map((code) => (
        <Flag key={code} countryCode={code} />
      ))}
    </>,
  );
  const uses = [...container.querySelectorAll('use')];
  // The box of a `<use>` is empty until its file has arrived.
  await expect.poll(() => uses.filter((use) => use.getBBox().width > 0).length).toBe(50);
  expect(requests()).toHaveLength(1);
});

test.each([
  ['small', 18, 12],
  ['regular', 24, 16],
  ['large', 36, 24],
] as const)('%s is %i by %i px', async (size, width, height) => {
  const { container } = await render(<Flag countryCode="FR" size={size} />);
  expect(container.firstElementChild?.getBoundingClientRect()).toMatchObject({ width, height });
});
