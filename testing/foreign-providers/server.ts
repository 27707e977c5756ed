/** A small web server on loopback for the pages of providers that stand outside the product, and what their pages are made of. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request is answered with: a page, or another address. */
export type Answer = { readonly html: string } | { readonly location: string };

export interface ForeignServer {
  /** Its origin. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a free port. An answer that throws is a 400 with its reason, which a watched journey complains of. */
export async function serve(answer: (url: URL) => Promise<Answer>): Promise<ForeignServer> {
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://127.0.0.1')).then(
      (given) => {
        if ('location' in given) response.writeHead(302, { location: given.location }).end();
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(given.html);
      },
      (error: unknown) => response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const pageOf = (title: string, body = ''): Answer => ({
  html:
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">' +
    `<title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${body}</body></html>`,
});

/** A form that hands `kept` on, with a button for each of `choices`: its words → what it sends as `choice`. */
export function choiceForm(action: string, kept: URLSearchParams, choices: Record<string, string>): string {
  const inputs = [...kept].map(([name, value]) => hidden(name, value));
  const buttons = Object.entries(choices).map(
    ([words, value]) => `<button name="choice" value="${escaped(value)}">${escaped(words)}</button>`,
  );
  return `<form action="${action}">${[...inputs, ...buttons].join('')}</form>`;
}

/** A form that posts itself, as SAML's HTTP-POST binding has it (SAML Bindings §3.5.4). */
export function postingForm(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value));
  const form = `<form method="post" action="${escaped(action)}">${inputs.join('')}</form>`;
  return `${form}<script>document.forms[0].submit();</script>`;
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
