/** Monitors every page of a browser context: a problem that the test has not allowed fails the test. */
import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test';

import type { Endpoint } from '@app/contract/calls/endpoints.ts';

export interface Monitor {
  /** Allows this status for a call, or for the page of a path. */
  mayAnswer(status: number, what: Pick<Endpoint, 'path'>): void;
  /** Allows failed requests from now on, because the test cuts the connection. */
  mayFail(): void;
  /**
   * Allows one navigation to an email's link with its token. A later address, request or Referer with the token is a
   * problem. `kept`: without script the token stays in the address, so further requests with it are allowed.
   */
  mayOpen(link: string, kept?: { kept: true }): void;
  /**
   * Allows one redirect from a provider to this path with its code or token. A later address or request with either
   * is a problem.
   */
  mayReturn(path: string): void;
  /** Allows requests to another origin. */
  mayVisit(other: string): void;
  /** Allows matching console messages and exceptions, because the test breaks something in the page. */
  mayLog(words: RegExp): void;
  /** The number of requests to a call so far, in all tabs. */
  calls(what: Pick<Endpoint, 'path'>): number;
  /** The problems that were found and not allowed. */
  problems(): string[];
}

/** Secrets that no address may have. A token is recognised by its dots, because a signature has none. */
const secrets =
  /eyJ[\w-]{10,}\.[\w-]|Kestrel|[?&#](?:email|password|code|session|token|confirmation_token|id_token|refresh_token)=/i;

/** How Chromium, Firefox and WebKit say that a page that is closed or left has cancelled a request. */
const cancelled = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'Load request cancelled']);

/**
 * What the console says by itself. Chromium and WebKit: each failed request, which `answered` and `failed` handle. Firefox: a
 * font whose page was left. WebKit: a ResizeObserver that continues in the next frame, the directive for the app manifest,
 * which WebKitGTK is built without, and the dashboard's files that the success page was still loading when it was left.
 */
const noise =
  /^Failed to load resource:|^download failed .* status=2152398850 |^ResizeObserver loop |^Unrecognized .* directive 'manifest-src'|\/dashboard\/(?:first-load\.json|assets\/\S+) due to access control checks\.$/;

/** A mailed link that a test opened, and how many more requests and navigations may have its token. */
interface OpenedLink {
  readonly address: string;
  readonly token: string;
  readonly kept: boolean;
  requests: number;
  navigations: number;
}

/** A redirect from a provider that a test has allowed. */
interface Return {
  readonly path: string;
  requests: number;
  navigations: number;
}

/** Monitors a browser context. Call it before the first page is opened. `origin` is the only allowed origin. */
export async function startMonitor(context: BrowserContext, origin: string): Promise<Monitor> {
  const problems: string[] = [];
  const allowedStatuses = new Set<string>();
  const origins = new Set([origin]);
  const calls = new Map<string, number>();
  const links: OpenedLink[] = [];
  const returns: Return[] = [];
  const allowedMessages: RegExp[] = [];
  /** WebKit begins a navigation in one process and may continue it in another: two events of one request. */
  const requests = context.browser()?.browserType().name() === 'webkit' ? 2 : 1;
  let requestsMayFail = false;

  /** Whether this address may have a secret once more: an allowed link or an allowed redirect. */
  function mayShow(address: string, where: 'requests' | 'navigations'): boolean {
    const shown =
      links.find((one) => one.address === address && (one.kept || one[where] > 0)) ??
      returns.find((one) => one.path === new URL(address).pathname && one[where] > 0);
    if (shown !== undefined) shown[where] -= 1;
    return shown !== undefined;
  }
  function answered(response: Response): void {
    const path = new URL(response.url()).pathname;
    if (response.status() >= 400 && !allowedStatuses.has(`${response.status()} ${path}`)) {
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
    if (requestsMayFail || cancelled.has(reason)) return;
    problems.push(`failed request (${reason}): ${request.method()} ${request.url()}`);
  }
  function logged(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (noise.test(message.text())) return;
    if (allowedMessages.some((words) => words.test(message.text()))) return;
    problems.push(`console ${message.type()}: ${message.text()}`);
  }

  context.on('console', logged);
  context.on('weberror', (webError) => {
    const { message } = webError.error();
    if (noise.test(message) || allowedMessages.some((words) => words.test(message))) return;
    problems.push(`uncaught: ${message}`);
  });
  context.on('request', requested);
  context.on('requestfailed', failed);
  context.on('response', answered);
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const watchAddress = (page: Page): void =>
    void page.on('framenavigated', (frame) => {
      if (secrets.test(frame.url()) && !mayShow(frame.url(), 'navigations'))
        problems.push(`a secret in the address: ${frame.url()}`);
    });
  // A context of WebKit begins with its page.
  context.pages().forEach(watchAddress);
  context.on('page', watchAddress);
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.effectiveDirective} blocked ${event.blockedURI} (${event.sample})`);
    });
  });

  return {
    mayAnswer: (status, { path }) => void allowedStatuses.add(`${status} ${path}`),
    mayOpen(link, kept) {
      const address = new URL(link);
      const names = ['code', 'confirmation_token', 'token'];
      const token = names.flatMap((name) => address.searchParams.get(name) ?? [])[0];
      if (token === undefined) throw new Error(`Not a mailed link: ${link}`);
      links.push({ address: address.href, token, kept: kept !== undefined, requests, navigations: 1 });
    },
    mayReturn: (path) => void returns.push({ path, requests, navigations: 1 }),
    mayFail: () => void (requestsMayFail = true),
    mayVisit: (other) => void origins.add(other),
    mayLog: (words) => void allowedMessages.push(words),
    calls: ({ path }) => calls.get(path) ?? 0,
    problems: () => problems,
  };
}
