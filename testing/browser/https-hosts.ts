/**
 * The `test` of the journeys that need https and sibling hosts: the started product stands as `login.corp.test` behind
 * a TLS front of the journey's own, with a certificate that is made for it, and beside it lie `dash`, `work` and
 * `evil.corp.test`. The browser finds all of them on this machine.
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
  /** The address of a host under `corp.test`, without a slash at its end. */
  origin(name: 'login' | 'dash' | 'work' | 'evil'): string;
  /** Addresses of hosts other than `login` that were asked for, in order. */
  readonly visits: string[];
  /** Where `login` leads: the address of the started product, for what a journey asks without a browser. */
  readonly serviceUrl: string;
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

/** Starts the front. Every host but `login` answers each path with a page that says whose it is. */
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

/** A product whose address is `https://login.corp.test`, and whose dashboard and workspace have hosts of their own. */
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
