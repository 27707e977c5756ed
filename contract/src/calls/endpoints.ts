/**
 * Every call, once: verb, path, who may call, body, answer, and its own refusals. The apps call by these entries and
 * the service mounts them, so a call without a flow, or a flow with another answer, does not compile. The OpenAPI
 * document is made from them.
 *
 * An app imports the group that it needs (`sign-in-endpoints.ts`, `code-endpoints.ts`, `dashboard/users.ts`…), so that
 * its first load does not carry the rules of screens that nobody has opened.
 */
import type * as v from 'valibot';

import { invitationEndpoints } from '#dashboard/invitations.ts';
import { ownAccountEndpoints } from '#dashboard/own-account.ts';
import { ownPasskeyEndpoints } from '#dashboard/own-passkeys.ts';
import { ownFactorEndpoints } from '#dashboard/own-factors.ts';
import { passkeyOfferEndpoints } from '#dashboard/passkey-offer.ts';
import { signInLogEndpoints } from '#dashboard/sign-in-log.ts';
import { singleSignOnEndpoints } from '#dashboard/single-sign-on.ts';
import { userSessionEndpoints } from '#dashboard/user-sessions.ts';
import { userEndpoints } from '#dashboard/users.ts';

import { accountEndpoints } from './account-endpoints.ts';
import { codeEndpoints } from './code-endpoints.ts';
import type { BodyOf, ParameterOf } from './endpoint.ts';
import { passkeyEndpoints } from './passkey-endpoints.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

export type { Endpoint } from './endpoint.ts';
export { emailChangeCancelPath, emailChangePath } from '#pages/links.ts';

/** The calls of the sign-in app, which anyone may make. */
export const publicEndpoints = {
  ...signInEndpoints,
  ...codeEndpoints,
  ...sessionEndpoints,
  ...passkeyEndpoints,
  ...providerEndpoints,
  ...accountEndpoints,
};

/** The calls of the dashboard, each with an access token. */
export const dashboardEndpoints = {
  ...ownAccountEndpoints,
  ...ownPasskeyEndpoints,
  ...passkeyOfferEndpoints,
  ...ownFactorEndpoints,
  ...userEndpoints,
  ...userSessionEndpoints,
  ...invitationEndpoints,
  ...singleSignOnEndpoints,
  ...signInLogEndpoints,
};

export const endpoints = { ...publicEndpoints, ...dashboardEndpoints };

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type PublicCallName = keyof typeof publicEndpoints;
export type DashboardCallName = keyof typeof dashboardEndpoints;

/** What a caller passes as the body. */
export type Body<Name extends EndpointName> = BodyOf<Endpoints[Name]>;

type Checked<Part extends string, Entry> =
  Entry extends Readonly<Record<Part, infer Schema extends v.GenericSchema>>
    ? v.InferOutput<Schema>
    : undefined;
/** The body that a flow receives: after its rules (trimmed, lower-cased, unknown keys dropped). */
export type CheckedBody<Name extends EndpointName> = Checked<'body', Endpoints[Name]>;
/** What a flow receives: the body of a call that anyone may make; else the ids of the path and the query, too. */
export type Input<Name extends EndpointName> = Endpoints[Name]['audience'] extends 'anyone'
  ? CheckedBody<Name>
  : {
      readonly params: Readonly<Record<ParameterOf<Endpoints[Name]>, string>>;
      readonly query: Checked<'query', Endpoints[Name]>;
      readonly body: CheckedBody<Name>;
    };
/** What a flow returns: the answer as the wire writes it. */
export type WireAnswer<Name extends EndpointName> = Endpoints[Name] extends {
  answer: infer Schema extends v.GenericSchema;
}
  ? v.InferInput<Schema>
  : undefined;
