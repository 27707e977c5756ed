/** Watches every page of a journey's browser: whatever it complains of fails the journey, unless it was announced. */
import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

import type { Endpoint } from '@app/contract/calls/endpoints.ts';

export interface Watch {
  /** Announces that the call, or the page of a path, will be answered with this status. */
  mayAnswer(status: number, what: Pick<Endpoint, 'path'>): void;
  /** Announces that requests may fail from now on, because the journey cuts the line. */
  mayFail(): void;
  /**
   * Announces that the journey opens the link of a mail: one navigation carries its token. Whatever shows the token
   * later, an address, a request or a Referer, is complained of. `kept`: there is no script that takes it out of the
   * address, so the address of this tab may have it on and on.
   */
  mayOpen(link: string, kept?: { kept: true }): void;
  /**
   * Announces that a provider sends the browser back to this path: one navigation carries its code or its token. What
   * shows either of them later is complained of.
   */
  mayReturn(path: string): void;
  /** Announces that the journey goes to another origin. */
  mayVisit(other: string): void;
  /** Announces what may stand on the console or be thrown, because the journey breaks something in the page. */
  maySay(words: RegExp): void;
  /** Requests to a call so far, all tabs together. */
  calls(what: Pick<Endpoint, 'path'>): number;
  /** What was complained of and not announced. */
  problems(): string[];
}

/** What would give a session away if it stood in an address; a token by its dots, as a signature has none. */
const secrets =
  /eyJ[\w-]{10,}\.[\w-]|Kestrel|[?&#](?:email|password|code|session|token|confirmation_token|id_token|refresh_token)=/i;

/** A mail's link that a journey opened, and what it may still be seen in. */
interface OpenedLink {
  readonly address: string;
  readonly token: string;
  readonly kept: boolean;
  requests: number;
  navigations: number;
}

/** A way back from a provider that a journey announced. */
interface Return {
  readonly path: string;
  requests: number;
  navigations: number;
}

/** Starts to watch a browser context before its first page is opened. `origin` is the only one that it may talk to. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const problems: string[] = [];
  const announced = new Set<string>();
  const origins = new Set([origin]);
  const calls = new Map<string, number>();
  const links: OpenedLink[] = [];
  const returns: Return[] = [];
  const sayable: RegExp[] = [];
  let lineMayBreak = false;

  /** Whether an announced link, or a way back from a provider, may be seen here once more. */
  function mayShow(address: string, where: 'requests' | 'navigations'): boolean {
    const shown =
      links.find((one) => one.address === address && (one.kept || one[where] > 0)) ??
      returns.find((one) => one.path === new URL(address).pathname && one[where] > 0);
    if (shown !== undefined) shown[where] -= 1;
    return shown !== undefined;
  }
  function answered(response: Response): void {
    const path = new URL(response.url()).pathname;
    if (response.status() >= 400 && !announced.has(`${response.status()} ${path}`)) {
      problems.push(`answer ${response.status()} of ${response.request().method()} ${path}`);
    }
  }
  function requested(request: Request): void {
    const url = new URL(request.url());
    calls.set(url.pathname, (calls.get(url.pathname) ?? 0) + 1);
    if (url.protocol.startsWith('http') && !origins.has(url.origin)) {
      problems.push(`request to another origin: ${request.url()}`);
    }
    if (secrets.test(request.url()) && !mayShow(request.url(), 'requests')) {
      problems.push(`a secret in a request's address: ${request.method()} ${request.url()}`);
    }
    const { referer = '' } = request.headers();
    if (secrets.test(referer) || links.some(({ token }) => referer.includes(token))) {
      problems.push(`a secret in the Referer of ${request.method()} ${request.url()}: ${referer}`);
    }
  }
  function failed(request: Request): void {
    const reason = request.failure()?.errorText ?? 'unknown';
    // A page that is left cancels what it was still loading.
    if (lineMayBreak || reason === 'net::ERR_ABORTED') return;
    problems.push(`failed request (${reason}): ${request.method()} ${request.url()}`);
  }
  function said(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Chromium repeats each failed request on the console; `answered` and `failed` judge those.
    if (message.text().startsWith('Failed to load resource:')) return;
    if (sayable.some((words) => words.test(message.text()))) return;
    problems.push(`console ${message.type()}: ${message.text()}`);
  }

  context.on('console', said);
  context.on('weberror', (webError) => {
    const { message } = webError.error();
    if (!sayable.some((words) => words.test(message))) problems.push(`uncaught: ${message}`);
  });
  context.on('request', requested);
  context.on('requestfailed', failed);
  context.on('response', answered);
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (secrets.test(frame.url()) && !mayShow(frame.url(), 'navigations'))
        problems.push(`a secret in the address: ${frame.url()}`);
    });
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.effectiveDirective} blocked ${event.blockedURI} (${event.sample})`);
    });
  });

  return {
    mayAnswer: (status, { path }) => void announced.add(`${status} ${path}`),
    mayOpen(link, kept) {
      const address = new URL(link);
      const names = ['code', 'confirmation_token', 'token'];
      const token = names.flatMap((name) => address.searchParams.get(name) ?? [])[0];
      if (token === undefined) throw new Error(`No link of a mail: ${link}`);
      links.push({ address: address.href, token, kept: kept !== undefined, requests: 1, navigations: 1 });
    },
    mayReturn: (path) => void returns.push({ path, requests: 1, navigations: 1 }),
    mayFail: () => void (lineMayBreak = true),
    mayVisit: (other) => void origins.add(other),
    maySay: (words) => void sayable.push(words),
    calls: ({ path }) => calls.get(path) ?? 0,
    problems: () => problems,
  };
}
