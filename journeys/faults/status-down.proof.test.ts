import { expect, test } from '@app/testing/browser/browser-test.ts';

// A configured service that does not answer: nothing listens on port 9 of this machine.
test.use({ settings: { DASHBOARD_URL: 'http://127.0.0.1:9/' } });

test('the status names the service that is down, not by colour alone, and the others work', async ({
  page,
}) => {
  await page.goto('/status');
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(line('Company dashboard')).toContainText('Not responding');
  for (const name of ['Identity service', 'Login service', 'Workspace app'])
    await expect(line(name)).toContainText('Working');
  await expect(page.getByText("Some services aren't responding.")).toBeVisible();
});
