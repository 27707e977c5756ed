/**
 * The `test` of journeys that need https and sibling hosts. A TLS proxy with a self-signed certificate serves the
 * product as `login.corp.test`, next to `dash`, `work` and `evil.corp.test`. The browser resolves all of them to this
 * machine.
 */
import { once } from 'node:events';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

import { test as base } from './browser-test.ts';
import { startProduct, type Product, type ProductOptions } from '#product/start-product.ts';

export { expect } from './browser-test.ts';

const domain = 'corp.test';

export interface Hosts {
  /** The origin of a host under `corp.test`, without a trailing slash. */
  origin(name: 'login' | 'dash' | 'work' | 'evil'): string;
  /** URLs requested from hosts other than `login`, in order. */
  readonly visits: string[];
  /** The address of the started product behind `login`, for requests without a browser. */
  readonly serviceUrl: string;
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

/** Starts the proxy. Every host but `login` answers each path with a page that shows its host name. */
async function startHosts(): Promise<Hosts> {
  const pems = await generate([{ name: 'commonName', value: domain }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: `*.${domain}` }] }],
  });
  const visits: string[] = [];
  let target: URL | undefined;

  const front: Server = createServer({ key: pems.private, cert: pems.cert }, (request, response) => {
    const { host = '' } = request.headers;
    if (!host.startsWith(`login.${domain}`) || !target) {
      visits.push(`https://${host}${request.url ?? ''}`);
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.end(`<!doctype html><html lang="en"><title>${host}</title><h1>This is ${host}</h1></html>`);
      return;
    }
    const { hostname, port } = target;
    const { method, url: path, headers } = request;
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;

  return {
    origin: (name) => `https://${name}.${domain}:${port}`,
    visits,
    get serviceUrl() {
      return target?.origin ?? '';
    },
    forwardTo: (url) => void (target = new URL(url)),
    async stop() {
      front.close();
      front.closeAllConnections();
      await once(front, 'close');
    },
  };
}

/** Starts a product at `https://login.corp.test` whose dashboard and workspace have their own hosts. */
export const test = base.extend<object, ProductOptions & { product: Product; hosts: Hosts }>({
  hosts: [
    async ({}, use) => {
      const hosts = await startHosts();
      await use(hosts);
      await hosts.stop();
    },
    { scope: 'worker' },
  ],

  settings: [
    async ({ hosts }, use) =>
      use({
        PUBLIC_URL: hosts.origin('login'),
        DASHBOARD_URL: `${hosts.origin('dash')}/app`,
        WORKSPACE_URL: hosts.origin('work'),
      }),
    { scope: 'worker' },
  ],

  product: [
    async ({ settings, hosts }, use) => {
      const product = await startProduct(settings);
      hosts.forwardTo(product.url);
      await use({ ...product, url: hosts.origin('login') });
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP *.${domain} 127.0.0.1`],
      }),
    { scope: 'worker' },
  ],

  ignoreHTTPSErrors: true,
});
