/** Serves the two floors over loopback with the same headers and the same compression as the service has. */
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

import { barePage, inertPage } from './make-floors.ts';

export interface Floors {
  /** The inert twin of each page of the service, by its path. */
  readonly inert: ReadonlyMap<string, string>;
  readonly bare: string;
  /** A page of another site, from which a visit begins. */
  readonly elsewhere: string;
  stop(): Promise<void>;
}

export interface Answer {
  readonly headers: IncomingHttpHeaders;
  /** As it crossed the network. */
  readonly body: Buffer;
}

/**
 * Headers that are made again for each answer, and the one that makes Chromium change the process on a first visit: a
 * floor does nothing that costs time, so the ratio shows what it costs.
 */
const ownHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'cross-origin-opener-policy',
  'date',
  'keep-alive',
  'link',
  'set-cookie',
  'transfer-encoding',
];

/** Makes the floors from pages of the service at `url`, and serves them. React's gets the headers of the first. */
export async function serveFloors(url: string, paths: readonly [string, ...string[]]): Promise<Floors> {
  const { headers } = await answerOf(`${url}${paths[0]}`);
  const bare = await barePage();

  const files = new Map<string, Answer>();
  for (const path of paths) {
    const inert = inertPage(await (await fetch(`${url}${path}`, { headers: { cookie: wasHere } })).text());
    files.set(twinOf(path), compressed(inert, (await answerOf(`${url}${path}`)).headers));
    for (const [asset] of inert.matchAll(/\/assets\/[\w.-]+/g))
      files.set(asset, await answerOf(`${url}${asset}`));
  }
  const script = await answerOf(`${url}${await scriptOf(url)}`);
  files.set('/bare', compressed(bare.html, headers));
  files.set('/elsewhere', compressed('<!doctype html><title>Elsewhere</title><p>Elsewhere', headers));
  files.set('/assets/bare.js', compressed(bare.script, script.headers));

  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    const { headers, body } = file;
    const encoding = headers['content-encoding'];
    response
      .writeHead(200, {
        ...without(headers),
        ...(encoding !== undefined && { 'content-encoding': encoding }),
        'content-length': body.length,
      })
      .end(body);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base = `http://localhost:${port}`;
  return {
    inert: new Map(paths.map((path) => [path, `${base}${twinOf(path)}`])),
    bare: `${base}/bare`,
    // Chromium resolves every name under localhost to this machine, and treats each as a separate site.
    elsewhere: `http://elsewhere.localhost:${port}/elsewhere`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The cookie of a browser that was here before: its document loads the font without script. */
const wasHere = 'visitor_id=bench';

const twinOf = (path: string): string => `/inert${path}`;

/** The address of the login page's own script, whose headers the script of a floor gets. */
async function scriptOf(url: string): Promise<string> {
  const [, path] = /<script\b[^>]*\bsrc="([^"]+)"/.exec(await (await fetch(`${url}/login`)).text()) ?? [];
  if (path === undefined) throw new Error('the login page has no script');
  return path;
}

const compressed = (text: string, headers: IncomingHttpHeaders): Answer => ({
  headers: { ...headers, 'content-encoding': 'br' },
  body: brotliCompressSync(text),
});

const without = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));

/** Fetches with brotli and leaves the body as it came. */
function answerOf(url: string): Promise<Answer> {
  return new Promise((done, fail) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', fail);
      response.once('end', () => done({ headers: response.headers, body: Buffer.concat(parts) }));
    }).once('error', fail);
  });
}
