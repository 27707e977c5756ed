/**
 * `npm run screenshots`: takes the login page's picture for README.md, from the real product. With `-- --all DIR` it
 * takes every screen in light and dark, on a phone and a desktop, in all languages.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { buildSignIn } from './build.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { endAll, stopOnSignals, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';
import { screens, stillScreens } from './screens.mjs';

const languages = ['en', 'de', 'es', 'fr', 'it', 'no'];
const themes = /** @type {const} */ (['light', 'dark']);
const devices = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  const all = process.argv.indexOf('--all');
  const folder = all === -1 ? undefined : process.argv[all + 1];
  if (all !== -1 && folder === undefined)
    throw new UserError('Name a folder: npm run screenshots -- --all DIR');
  await ensureInstalled();
  await buildSignIn();
  const chromium = await ensureChromium();
  const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
  // Started by root, PostgreSQL runs as another user. It must get in, or its data would lie elsewhere and stay.
  chmodSync(dataDir, 0o711);
  try {
    const url = await startProduct(dataDir);
    await (folder === undefined
      ? takeOne(url, chromium)
      : takeAll(url, chromium, resolve(process.env.INIT_CWD ?? '', folder)));
  } finally {
    await endAll('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
  return stopping.signal === undefined ? 0 : 1;
});

/**
 * Starts the product on a free port; answers its address when it is ready.
 *
 * @param {string} dataDir
 */
async function startProduct(dataDir) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  const ended = run(findProductNode(), [join(root, 'service/src/main.ts')], {
    cwd: root,
    env,
    collect: true,
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return url;
    const over = await Promise.race([ended, new Promise((done) => setTimeout(done, 100))]);
    if (over) throw new UserError(`The product did not start:\n${over.output}`);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {string} executablePath */
function launch(executablePath) {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  // Chromium's sandbox does not work for root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/**
 * @param {string} url
 * @param {string} executablePath
 */
async function takeOne(url, executablePath) {
  const file = join(root, 'docs/pictures/login.png');
  const browser = await launch(executablePath);
  const page = await browser.newPage({
    viewport: devices.desktop,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await settle(page);
  await page.screenshot({ path: file });
  await browser.close();
  console.log(file);
}

/**
 * @param {string} url
 * @param {string} executablePath
 * @param {string} folder
 */
async function takeAll(url, executablePath, folder) {
  mkdirSync(folder, { recursive: true });
  const browser = await launch(executablePath);
  let count = 0;
  const open = () => browser.newPage({ viewport: devices.desktop, reducedMotion: 'reduce', locale: 'en-US' });
  /**
   * @param {import('@playwright/test').Page} page
   * @param {string} name
   */
  async function take(page, name) {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      for (const [device, viewport] of Object.entries(devices)) {
        await page.setViewportSize(viewport);
        await settle(page);
        await page.screenshot({
          path: join(folder, `${name}-${theme}-${device}.png`),
          fullPage: device === 'phone',
        });
        count += 1;
      }
    }
  }
  for (const [screen, reach] of Object.entries(screens)) {
    const page = await open();
    await reach(page, url);
    for (const language of languages) {
      await page.getByRole('combobox').selectOption(language);
      await page.waitForFunction(
        (wanted) => document.documentElement.lang.startsWith(wanted),
        language === 'no' ? 'nb' : language,
      );
      await take(page, `${screen}-${language}`);
    }
    await page.context().close();
  }
  for (const [screen, reach] of Object.entries(stillScreens)) {
    for (const language of languages) {
      const page = await open();
      await reach(page, url, language);
      await take(page, `${screen}-${language}`);
      await page.context().close();
    }
  }
  await browser.close();
  console.log(`${count} pictures in ${folder}`);
}

/**
 * Waits until the fonts are there and nothing moves.
 *
 * @param {import('@playwright/test').Page} page
 */
async function settle(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    );
  });
}
