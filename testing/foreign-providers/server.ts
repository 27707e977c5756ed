/** A small web server on loopback for the pages of foreign identity providers, and the HTML of those pages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer to a request: a page or a redirect. */
export type Answer = { readonly html: string } | { readonly location: string };

export interface ForeignServer {
  /** Its origin. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port. If `answer` throws, the server sends 400 with the reason, which a monitored test
 * reports.
 */
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

/** A form with `kept` in hidden fields and a button for each of `choices`: its text → the value of `choice`. */
export function choiceForm(action: string, kept: URLSearchParams, choices: Record<string, string>): string {
  const inputs = [...kept].map(([name, value]) => hidden(name, value));
  const buttons = Object.entries(choices).map(
    ([words, value]) => `<button name="choice" value="${escaped(value)}">${escaped(words)}</button>`,
  );
  return `<form action="${action}">${[...inputs, ...buttons].join('')}</form>`;
}

/** A form that submits itself, for SAML's HTTP-POST binding (SAML Bindings §3.5.4). */
export function postingForm(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value));
  const form = `<form method="post" action="${escaped(action)}">${inputs.join('')}</form>`;
  return `${form}<script>document.forms[0].submit();</script>`;
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
