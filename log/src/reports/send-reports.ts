/** Reports errors, sessions, replays and traces to Sentry (spec §9). Loaded when the page is idle, where there is a DSN. */
import {
  breadcrumbsIntegration,
  browserSessionIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser';

import { takeErrors, type QueuedError } from '#error-queue.ts';

import { cleanEnvelope, type ReportEnvelope } from './clean-report.ts';

export interface ReportOptions {
  readonly app: 'sign-in' | 'dashboard';
  /** The release, by which source maps are found. */
  readonly version: string;
  readonly environment?: string | undefined;
  readonly dsn: string;
}

/** Share of page loads and navigations that are traced (spec §9). Errors, sessions and replays are all sent. */
const traced = 0.2;

type MakeTransport = typeof makeFetchTransport;

/**
 * The one door through which reports leave: everything is cleaned here, whatever part of the SDK made it. A report that
 * does not arrive is lost without notice.
 */
const makeCleanTransport: MakeTransport = (options) => {
  // The page's own fetch: the SDK would take one out of a frame.
  const transport = makeFetchTransport(options, globalThis.fetch.bind(globalThis));
  return {
    flush: (timeout) => transport.flush(timeout),
    send: (envelope) =>
      // The types of the SDK name each kind of envelope; all have this shape.
      transport.send(cleanEnvelope(envelope as unknown as ReportEnvelope) as unknown as typeof envelope),
  };
};

/** Starts to report. Errors that waited are reported first. Returns what waits until all reports are sent. */
export function sendReports({ app, version, environment, dsn }: ReportOptions): () => PromiseLike<unknown> {
  const client = init({
    dsn,
    ...(environment !== undefined && { environment }),
    release: version,
    initialScope: { tags: { app } },
    transport: makeCleanTransport,
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
    sampleRate: 1,
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 1,
    tracesSampleRate: traced,
    traceLifecycle: 'static',
    // The service's calls get no headers of the SDK.
    tracePropagationTargets: [],
    enhanceFetchErrorMessages: false,
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      frameContextLines: 0,
    },
    // Uncaught errors come from the queue, which the first load has: the SDK must not find them a second time.
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration(),
      browserSessionIntegration(),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        maskAttributes: [...maskedAttributes],
        blockAllMedia: true,
        // Masked, they would still show how long a password is.
        block: ['input[type="password"]', 'input[type="hidden"]'],
        networkCaptureBodies: false,
        networkDetailAllowUrls: [],
        // The policy of the pages has no worker (threat D3).
        useCompression: false,
        // Short visits are recorded too: a sign-in takes seconds.
        minReplayDuration: 0,
      }),
    ],
  });
  takeErrors(report);
  return async () => client?.flush();
}

/** Attributes that hold texts or data of the page. */
const maskedAttributes = [
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'alt',
  'label',
  'summary',
  'content',
  'value',
  'datetime',
  'download',
] as const;

/** How the SDK names the ways of the queue. */
function mechanismOf(how: QueuedError['how']): string {
  if (how === 'crash') return 'generic';
  return how === 'uncaught' ? 'onerror' : 'onunhandledrejection';
}

function report({ how, error, componentStack }: QueuedError): void {
  captureException(error, {
    mechanism: { type: mechanismOf(how), handled: false },
    captureContext: {
      tags: { how },
      ...(componentStack !== undefined && { contexts: { react: { componentStack } } }),
    },
  });
}
