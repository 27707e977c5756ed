/** `npm run dev` in a copy of the workspaces: what is changed there is on the screen without a reload. */
import { readFile, symlink, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { test as base, expect, type Page } from '@playwright/test';

import { openDashboard } from '@app/testing/product/dashboard-session.ts';
import { createMailbox } from '@app/testing/product/mailbox.ts';
import { makeDataFolder, startService, type ServiceProcess } from '@app/testing/product/service-process.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['contract', 'ui', 'texts', 'log', 'session', 'sign-in', 'dashboard', 'service', 'tools'];

interface DevServer extends Pick<ServiceProcess, 'url'> {
  /** Replaces a text in a file of the copy. */
  change(file: string, from: string, to: string): Promise<void>;
}

const test = base.extend<object, { server: DevServer }>({
  server: [
    async ({}, use) => {
      const folder = await makeDataFolder();
      const copy = join(folder.path, 'copy');
      const packages = join(copy, 'node_modules');
      await mkdir(join(packages, '@app'), { recursive: true });
      for (const each of copied) {
        await cp(join(root, each), join(copy, each), { recursive: true });
        await symlink(join(copy, each), join(packages, '@app', each));
      }
      await cp(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
      for (const each of await readdir(join(root, 'node_modules')))
        if (!/^(@app|\..*)$/.test(each))
          await symlink(join(root, 'node_modules', each), join(packages, each));
      const program = relative(join(root, 'service'), join(copy, 'service/dev/dev-server/dev-server.ts'));
      const { url, stop } = await startService(folder.path, { program });
      await use({
        url,
        async change(file, from, to) {
          const before = await readFile(join(copy, file), 'utf8');
          expect(before, file).toContain(from);
          await writeFile(join(copy, file), before.replace(from, to));
        },
      });
      await stop();
      await folder.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Fails if the page was loaded again since the returned function was made. */
async function noReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''));
  return () => expect(page.locator('html[data-first-load]')).toBeAttached();
}

test('a changed style, text and component of the sign-in app is on the screen without a reload', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill('ada@northline.test');
  const stillThere = await noReload(page);

  await server.change('sign-in/src/i18n/locales/en.json', 'Welcome back', 'Welcome home');
  await expect(page.getByRole('heading', { name: 'Welcome home' })).toBeVisible();

  const button = page.getByRole('button', { name: 'Login', exact: true });
  await server.change(
    'ui/src/actions/button/button.module.css',
    '.button {',
    '.button {\n  letter-spacing: 7px;',
  );
  await expect(button).toHaveCSS('letter-spacing', '7px');

  await server.change(
    'sign-in/src/screens/login/password-form.tsx',
    "{t('login.title')}",
    "{t('login.title')}!",
  );
  await expect(page.getByRole('heading', { name: 'Welcome home!' })).toBeVisible();

  await expect(page.getByLabel('Email')).toHaveValue('ada@northline.test');
  await stillThere();
});

test('a changed text and style of the dashboard is on the screen without a reload', async ({
  page,
  server,
}) => {
  await openDashboard(page, { url: server.url, mailbox: createMailbox(server.url) }, { path: '/people' });
  const stillThere = await noReload(page);
  await server.change('dashboard/src/i18n/locales/people/en.json', '"lead": "', '"lead": "Our ');
  const lead = page.getByText(/^Our Everyone/);
  await expect(lead).toBeVisible();
  await server.change('dashboard/src/page/screen.module.css', '.screen {', '.screen {\n  word-spacing: 7px;');
  await expect(lead).toHaveCSS('word-spacing', '7px');
  await stillThere();
});

test('the service is restarted when its source changes, and a request waits for it', async ({
  request,
  server,
}) => {
  await server.change('service/src/http/operations/health.ts', "'/readyz'", "'/readyz-of-the-copy'");
  await expect.poll(async () => (await request.get(`${server.url}/readyz-of-the-copy`)).status()).toBe(200);
});
