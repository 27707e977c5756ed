/** Opens the whole app in a test. Only the network, the clock and the risk data are replaced. */
import { publicEndpoints, type PublicCallName, type WireAnswer } from '@app/contract/calls/endpoints.ts';
import { refusals, type ErrorBody, type RefusalName } from '@app/contract/calls/refusals.ts';
import { challengeToWire, refusalOnTheWire } from '@app/contract/calls/wire-names.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import { pages } from '@app/contract/pages/pages.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import { createClient } from '@app/session/calls/client.ts';
import { createOtherTabs } from '@app/session/pages/other-tabs.ts';
import { createStoredValues } from '@app/session/stored/stored-values.ts';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { App } from '#app/app.tsx';
import { initialState } from '#auth/auth-state.ts';
import { preloadScreen } from '#app/screens.ts';
import { type AuthServices, createPageMemory } from '#auth/auth-deps.ts';
import { createStoredChallenge } from '#auth/password/stored-challenge.ts';
import { takeLinkFromAddress } from '#auth/link/link-from-address.ts';
import { takeProviderReturn } from '#auth/provider/provider-return.ts';
import type { LoadScript } from '#auth/password/risk-data.ts';
import { sessionAtStart } from '#auth/start/stored-session.ts';
import { eventsAtStart, isProviderReturn } from '#auth/start/events-at-start.ts';
import { configOfPrerender, type AppConfig } from '#config.ts';
import en from '#i18n/locales/en.json';
import laterEn from '#i18n/locales/later/en.json';
import type { LoadCatalogue } from '@app/texts/load-catalogue.ts';
import { type CatalogueName, createAppTexts } from '#i18n/use-texts.ts';
import { codeForm, ssoForm, passwordBlocked } from '#screens/login/login-screen.tsx';
import { openStep, resumeCodeStep } from '#screens/login/login-step.ts';

import { cookies } from './cookies.ts';

/** The replaced service's reply to one call, in terms of the contract. */
export type Reply<Name extends PublicCallName> =
  | { readonly answer: WireAnswer<Name> }
  | {
      readonly refusal: RefusalName;
      readonly message?: string;
      readonly fields?: ErrorBody['fields'];
      readonly challenge?: ErrorBody['challenge'];
    }
  | { readonly raw: Response }
  | 'offline';
type Replies = {
  [Name in PublicCallName]?: (body: Record<string, unknown>) => Reply<Name> | Promise<Reply<Name>>;
};

export interface Call {
  readonly name: PublicCallName;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
  /** `x-origin` */
  readonly origin: string | null;
}

/** A network that answers and records the given calls. Every other call gets no answer and is not recorded. */
export function network(replies: Replies): { fetch: typeof fetch; calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    async fetch(input, init) {
      const path = new URL(input instanceof Request ? input.url : input).pathname;
      const name = (Object.keys(publicEndpoints) as PublicCallName[]).find(
        (each) => publicEndpoints[each].path === path,
      );
      const reply = name && replies[name];
      if (!name || !reply) throw new Error(`nobody expected a call of ${path}`);
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>;
      const headers = new Headers(init?.headers);
      calls.push({ name, body, key: headers.get('idempotency-key'), origin: headers.get('x-origin') });
      return toResponse(await reply(body));
    },
  };
}

type AnyReply = Exclude<Reply<'revokeTokens'>, { answer: undefined }> | { readonly answer: unknown };

function toResponse(reply: AnyReply): Response {
  if (reply === 'offline') throw new TypeError('Failed to fetch');
  if ('raw' in reply) return reply.raw;
  if ('answer' in reply) {
    return reply.answer === undefined ? new Response(null, { status: 204 }) : Response.json(reply.answer);
  }
  const { refusal, message = refusals[refusal].message, fields, challenge } = reply;
  const body: ErrorBody = {
    error: { name: refusalOnTheWire(refusal), message },
    requestId: 'request',
    ...(fields && { fields }),
    ...(challenge && { challenge }),
  };
  return Response.json(body, { status: refusals[refusal].status });
}

/** A refusal as the service writes it into a page that it renders (`contract/src/pages/page-data.ts`). */
export function refusalAnswer(
  name: RefusalName,
  {
    message = refusals[name].message,
    ...more
  }: { message?: string } & Partial<Omit<ErrorBody, 'error'>> = {},
) {
  const body: ErrorBody = { error: { name: refusalOnTheWire(name), message }, requestId: 'request', ...more };
  return { ok: false as const, status: refusals[name].status, retryAfter: null as string | null, body };
}

/** One element of a JWT, encoded. */
export const base64url = (value: object): string =>
  btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

/** Tokens as the service sends them. */
export function tokensFor(
  email: string,
  { platform = 'authentication-ui', roles = '["Admin"]', serverNow = Date.now() } = {},
): TokensOnTheWire {
  const seconds = Math.floor(serverNow / 1000);
  const claims = {
    iss: 'http://localhost:4000',
    sub: 'subject',
    aud: 'web',
    iat: seconds,
    exp: seconds + 900,
    email,
    event_id: 'event',
    'custom:user_id': 'user',
    'custom:company_id': 'company',
    'custom:roles': roles,
    'custom:platform': platform,
  };
  return {
    access_token: 'access',
    id_token: `${base64url({ alg: 'ES256' })}.${base64url(claims)}.signature`,
    refresh_token: 'refresh',
    expires_in: 900,
    refresh_token_expiration_date: seconds + 14 * 24 * 3600,
    auth_strategy: 'password',
  };
}

/** The challenge of a code that was just mailed. */
export const challengeNow = (session = 'challenge') => ({ session, ...timesNow() });
/** The answer to a right password when a code was just mailed. */
export const codeStepAnswer = () => challengeToWire(challengeNow());
export const timesNow = (triesLeft = 5) => ({
  serverNow: Date.now(),
  codeExpiresAt: Date.now() + 600_000,
  resendAt: Date.now() + 60_000,
  triesLeft,
});

export const settings: AppConfig = {
  ...configOfPrerender('en'),
  version: '1.9.0',
  publicUrl: 'http://localhost:4000',
  authUrl: 'http://localhost:4000',
  dashboardUrl: 'http://localhost:4000/dashboard',
  workspaceUrl: 'http://localhost:4000/workspace',
  desktopUrl: 'northline://open',
  google: { clientId: 'google-client', authorizeUrl: 'https://accounts.google.test/o/oauth2/v2/auth?hd=x' },
  brand: { name: 'Northline' },
  signUpUrl: 'http://localhost:4000/signup',
  helpUrl: 'http://localhost:4000/help',
  clientIds: { web: 'web', webSecure: 'web-s', mobile: 'mobile', mobileSecure: 'mobile-s' },
};

/** The stored values of the test's browser. */
export const storedValues = () => createStoredValues({ document: cookies });

export function servicesOn(
  fetchOfTest: typeof fetch,
  config: AppConfig = settings,
  platform: Platform = 'authentication-ui',
): AuthServices {
  const stored = storedValues();
  return {
    client: createClient({ authUrl: config.authUrl, platform, fetch: fetchOfTest }),
    stored: async () => stored,
    challenge: createStoredChallenge(Date.now),
    otherTabs: createOtherTabs(),
    memory: createPageMemory(),
    config,
    platform,
    clientType: 'web',
    now: Date.now,
  };
}

// Every screen is preloaded, because React warns about a test that does not wait for a chunk.
export const allTexts = createAppTexts({ language: 'en', catalogue: en, later: laterEn, reseller: '' });
await Promise.all([
  codeForm.preload(allTexts),
  ssoForm.preload(allTexts),
  // Fake timers do not wait for a file to be read.
  import('#auth/password/risk-data.ts'),
  import('@app/session/calls/failure.ts'),
  passwordBlocked.preload(allTexts),
  ...Object.values(pages).map(({ screen: name }) => preloadScreen(name, allTexts)),
]);

/** Opens the app at the current address, as `main.tsx` does. */
export function openApp(
  replies: Replies = {},
  {
    path = '/login',
    config = settings,
    page = {},
    platform,
    loadRiskData,
    load,
  }: {
    path?: string;
    config?: AppConfig;
    page?: PageData;
    platform?: Platform;
    loadRiskData?: LoadScript;
    load?: LoadCatalogue<CatalogueName>;
  } = {},
) {
  history.replaceState(history.state, '', path);
  const { fetch: fetchOfTest, calls } = network(replies);
  const values = storedValues();
  const session = values.readSession();
  const known = session && sessionAtStart(session, values.serviceNow(), page.signedIn !== undefined);
  const returned = isProviderReturn() ? takeProviderReturn(session !== undefined, openStep) : undefined;
  const services = {
    ...servicesOn(fetchOfTest, config, platform),
    finishProviderReturn: returned,
    ...(loadRiskData && { loadRiskData }),
  };
  takeLinkFromAddress(services.memory, page.link);
  const initial = initialState(returned ? [] : eventsAtStart(known, services.challenge));
  if (initial.codeStepOpen) resumeCodeStep();
  const texts = createAppTexts({
    language: 'en',
    catalogue: en,
    later: laterEn,
    reseller: config.brand.name,
    ...(load && { load }),
  });
  const madeAs = { path: location.pathname, search: location.search };
  const user = userEvent.setup();
  const view = render(
    <App texts={texts} services={services} initial={initial} madeAs={madeAs} page={page} />,
  );
  return { calls, user, services, texts, ...view };
}
