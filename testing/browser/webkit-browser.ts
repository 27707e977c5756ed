/**
 * WebKitGTK's MiniBrowser on a virtual display, in the form of Playwright's `Browser`. Playwright drives it over WebKit's
 * inspector, which has one context with one page: so each context is a browser of its own.
 */
import type { Browser, BrowserContext, BrowserContextOptions, BrowserType, Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { minutes } from '@app/contract/fields/durations.ts';

import { browserOptions } from './browser-options.ts';
import { prepareWebKitPage } from './webkit-page.ts';

const { viewport, colorScheme, reducedMotion } = browserOptions();
/** What Playwright gives the contexts of other engines. */
const defaults = { viewport, colorScheme, reducedMotion } as BrowserContextOptions;

/** Starts the display. The browsers start with their contexts. */
export async function startWebKit(webkit: BrowserType): Promise<Browser> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [name] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  const env = {
    ...process.env,
    DISPLAY: `:${name.toString().trim()}`,
    GDK_BACKEND: 'x11',
    LANG: 'en_US.UTF-8',
    LC_ALL: '',
    TZ: 'UTC',
    // Without D-Bus libproxy waits for itself for ever (Debian 13), and all is on loopback.
    GIO_USE_PROXY_RESOLVER: 'dummy',
    // For a machine without a graphics card, a desktop, and the namespaces that the sandbox needs.
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  return new WebKitBrowser(webkit, env, () => display.kill()) as unknown as Browser;
}

class WebKitBrowser {
  readonly #webkit: BrowserType;
  readonly #env: NodeJS.ProcessEnv;
  readonly #stop: () => void;
  readonly #open = new Set<BrowserContext>();

  constructor(webkit: BrowserType, env: NodeJS.ProcessEnv, stop: () => void) {
    this.#webkit = webkit;
    this.#env = env;
    this.#stop = stop;
  }

  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const port = await freePort();
    const list = await serveList(port);
    // WebKit changes its process on the way to another site, which Playwright takes for a load that was cancelled.
    const first = options.baseURL === undefined ? 'about:blank' : new URL('/help', options.baseURL).href;
    const [miniBrowser = 'MiniBrowser'] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
    const program = spawn(miniBrowser, ['--private', '--full-screen', first], {
      stdio: 'ignore',
      env: { ...this.#env, WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}` },
    });
    const browser = await this.#webkit
      .connectOverCDP(list.url, { timeout: minutes(1) })
      .catch((error: unknown) => {
        program.kill();
        throw error;
      })
      .finally(list.stop);
    const [context] = browser.contexts();
    const [page] = context?.pages() ?? [];
    if (!context || !page) throw new Error('MiniBrowser has no page.');
    await page.waitForURL(first);
    await prepareWebKitPage(page, { ...defaults, ...options }, this.#env, program.pid);

    let given = false;
    context.newPage = async () => {
      if (given) throw new Error('A context of WebKit has one page: tag the journey with @tabs.');
      given = true;
      return page;
    };
    context.close = async () => {
      if (!this.#open.delete(context)) return;
      await browser.close();
      program.kill();
    };
    this.#open.add(context);
    return context;
  }

  async newPage(options?: BrowserContextOptions): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((context) => context.close()));
    this.#stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Serves the list of the pages to connect to, as Playwright asks for it: the one of the inspector at `port`. */
async function serveList(port: number): Promise<{ url: string; stop: () => void }> {
  const server = createHttpServer((_, response) => {
    void findInspector(port).then((webSocketDebuggerUrl) =>
      response.end(JSON.stringify([{ webSocketDebuggerUrl }])),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits until the browser has its page. */
async function findInspector(port: number): Promise<string> {
  for (;;) {
    const list = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => '',
    );
    const [path] = /\/socket\/\d+\/\d+\/\w+/.exec(list) ?? [];
    if (path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    await wait(50);
  }
}
