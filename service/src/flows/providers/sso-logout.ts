/**
 * Single logout (requirements §4 "Single logout"; threat C11): a logout here also logs out at the company's provider, and
 * a logout there also logs out here. A fault of the provider never prevents the logout here.
 */
import { minutes } from '@app/contract/fields/durations.ts';
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { LogoutNotice } from '@app/contract/fields/vocabulary.ts';

import { recordAttempt } from '#accounts/sign-in-attempt.ts';
import type { Call, Deps } from '#deps.ts';
import { type SamlAddresses, samlAddresses } from '#security/saml/addresses.ts';
import { type Sent, sendMessage } from '#security/saml/binding.ts';
import type { SamlKeys } from '#security/saml/keys.ts';
import { logoutRequestXml, logoutResponseXml } from '#security/saml/logout-messages.ts';
import {
  type IncomingLogout,
  type LogoutMessage,
  readLogoutMessage,
} from '#security/saml/read-logout-message.ts';
import { newRequestId } from '#security/saml/authn-request.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import { samlReason } from '#security/saml/refusal-words.ts';
import { findProviderInUse } from '#store/accounts/saml-configurations.ts';
import {
  insertLogout,
  endNamedSessions,
  consumeLogout,
  isLogoutAwaited,
  consumeProviderSession,
} from '#store/sessions/saml-sessions.ts';

/** The answer to the browser. */
export type Onward =
  /** To an address of ours, or to the provider with a message. */
  | Sent
  /** The message was refused. */
  | 'refused'
  /** The provider's answer to the person's own logout was refused: they are logged out here. */
  | 'unconfirmed';

/** How long a provider may take to answer: the person may have to confirm there. */
const longestAnswer = minutes(10);
const handleForm = /^[\w-]{43}$/;

const toLogin = (notice?: LogoutNotice): Onward => ({
  to: notice === undefined ? '/login' : `/login?notice=${notice}`,
});

interface Provider {
  readonly configuration: SamlConfiguration;
  readonly keys: SamlKeys;
  readonly ours: SamlAddresses;
}

async function providerOf(companyId: string, deps: Deps): Promise<Provider | undefined> {
  const configuration = await findProviderInUse(deps.store.relaxed, companyId);
  const keys = deps.keys.saml;
  if (configuration === undefined || keys === undefined) return undefined;
  return { configuration, keys, ours: samlAddresses(deps.settings.publicUrl, configuration.companyId) };
}

/**
 * Logs out here, and redirects to the provider with a LogoutRequest. `token` is from the logout address, which only this
 * browser knows. Without a valid one nothing happens, so a link of another site cannot log a person out.
 */
export async function beginLogout(
  companyId: string,
  token: string | undefined,
  call: Call,
  deps: Deps,
): Promise<Onward> {
  const now = deps.clock();
  const provider = await providerOf(companyId, deps);
  if (provider === undefined || token === undefined || !handleForm.test(token)) return toLogin();
  const { configuration, keys, ours } = provider;
  const origin = { client: call.client, platform: call.platform, now };
  const session = await consumeProviderSession(
    deps.store.durable,
    hashHandle(token),
    configuration.companyId,
    origin,
  );
  if (session === undefined) return toLogin();
  const { logoutUrl } = configuration;
  if (logoutUrl === undefined || session.issuer !== configuration.entityId) {
    call.log.info(
      { category: 'single-logout', companyId, outcome: 'here' },
      'the provider knows no single logout',
    );
    return toLogin('logged-out-here');
  }
  const id = newRequestId();
  const relayState = newHandle();
  await insertLogout(deps.store.durable, {
    id,
    companyId: configuration.companyId,
    relayState: hashHandle(relayState),
    expiresAt: now + longestAnswer,
  });
  const xml = logoutRequestXml({ id, destination: logoutUrl, spEntityId: ours.entityId, now }, session);
  call.log.info(
    { category: 'single-logout', companyId, outcome: 'asked' },
    'the provider was asked to log out',
  );
  return sendMessage(
    logoutUrl,
    { name: 'SAMLRequest', xml, id, relayState },
    configuration.logoutBinding,
    keys,
  );
}

/** Handles a provider's message: its response to our request, or its own request, which gets a response. */
export async function takeLogoutMessage(
  companyId: string,
  sent: IncomingLogout,
  call: Call,
  deps: Deps,
): Promise<Onward> {
  const now = deps.clock();
  const provider = await providerOf(companyId, deps);
  const refuse = async (reason: string): Promise<Onward> => {
    const at = { category: 'single-logout', ...(provider && { companyId }), outcome: 'refused', reason };
    call.log.info(at, 'a message of single logout was refused');
    if (provider === undefined) return 'refused';
    const of = { companyId: provider.configuration.companyId };
    const event = { kind: 'signedOut', method: 'saml', outcome: 'refused' } as const;
    recordAttempt({ ...event, ...of, reason: samlReason({ reason }), detail: reason }, call, deps);
    const awaited = answeredLogout(sent);
    return awaited !== undefined && (await isLogoutAwaited(deps.store.relaxed, { ...of, ...awaited }, now))
      ? 'unconfirmed'
      : 'refused';
  };
  if (provider === undefined) return refuse('no provider or no key');
  const { configuration, ours } = provider;
  const read = readLogoutMessage(sent, { configuration, logoutUrl: ours.logout, now });
  if (!read.ok) return refuse(read.reason);
  const { message, relayState } = read;
  if (message.kind === 'request')
    return answerRequest({ request: message, relayState, provider, refuse }, call, deps);
  const consumed = await consumeLogout(
    deps.store.durable,
    {
      inResponseTo: message.inResponseTo,
      companyId: configuration.companyId,
      relayState: relayState === undefined ? undefined : hashHandle(relayState),
    },
    now,
  );
  if (!consumed) return refuse('no request, or answered before');
  const outcome = message.success ? 'logged-out' : 'logged-out-here';
  call.log.info(
    { category: 'single-logout', companyId, outcome },
    'the provider answered a request to log out',
  );
  return toLogin(outcome);
}

/** The RelayState of an answer, if it can be read without a signature. */
function answeredLogout(sent: IncomingLogout): { readonly relayState: Buffer } | undefined {
  const fields = sent.binding === 'post' ? sent.form : new URLSearchParams(sent.query);
  const relayState = fields.get('RelayState') ?? '';
  return fields.has('SAMLResponse') && handleForm.test(relayState)
    ? { relayState: hashHandle(relayState) }
    : undefined;
}

/** Ends the sessions that a provider's LogoutRequest names, and sends the LogoutResponse. */
async function answerRequest(
  {
    request,
    relayState,
    provider: { configuration, keys, ours },
    refuse,
  }: {
    readonly request: Extract<LogoutMessage, { kind: 'request' }>;
    readonly relayState: string | undefined;
    readonly provider: Provider;
    readonly refuse: (reason: string) => Promise<Onward>;
  },
  call: Call,
  deps: Deps,
): Promise<Onward> {
  const now = deps.clock();
  const { companyId } = configuration;
  const named = {
    companyId,
    name: { issuer: configuration.entityId, ...request.name },
    sessionIndexes: request.sessionIndexes,
    messageId: request.id,
    usableUntil: request.usableUntil,
  };
  const { client, platform } = call;
  const ended = await endNamedSessions(deps.store.durable, named, { client, platform, now });
  if (ended === undefined) return refuse('request taken before');
  call.log.info(
    { category: 'single-logout', companyId, outcome: 'ended', ended },
    'a provider ended sessions',
  );
  const destination = configuration.logoutResponseUrl ?? configuration.logoutUrl;
  if (destination === undefined) return toLogin('logged-out');
  const id = newRequestId();
  const xml = logoutResponseXml({ id, destination, spEntityId: ours.entityId, now }, request.id);
  return sendMessage(
    destination,
    { name: 'SAMLResponse', xml, id, relayState },
    configuration.logoutBinding,
    keys,
  );
}
