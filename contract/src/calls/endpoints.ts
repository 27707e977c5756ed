/**
 * Every call, once: verb, path, flow step, body, answer, and the refusals that are its own (those of any call are
 * `commonRefusals`). The apps call by these entries and the service mounts them, so a call without a flow, or a flow
 * with another answer, does not compile. The OpenAPI document is made from them.
 *
 * An app imports the group that it needs (`sign-in-endpoints.ts`, `code-endpoints.ts`, `account-endpoints.ts`…), so that its first
 * load does not carry the rules of screens that nobody has opened.
 */
import type * as v from 'valibot';

import { accountEndpoints } from './account-endpoints.ts';
import type { BodyOf } from './endpoint.ts';
import { codeEndpoints } from './code-endpoints.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

export type { Endpoint } from './endpoint.ts';
export { emailChangeCancelPath, emailChangePath } from '#pages/links.ts';

export const endpoints = {
  ...signInEndpoints,
  ...codeEndpoints,
  ...sessionEndpoints,
  ...providerEndpoints,
  ...accountEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** What a caller passes. */
export type Body<Name extends EndpointName> = BodyOf<Endpoints[Name]>;
/** What a flow receives: the body after its rules (trimmed, lower-cased, unknown keys dropped). */
export type CheckedBody<Name extends EndpointName> = v.InferOutput<Endpoints[Name]['body']>;
/** What a flow returns: the answer as the wire writes it. */
export type WireAnswer<Name extends EndpointName> = Endpoints[Name]['answer'] extends v.GenericSchema
  ? v.InferInput<Endpoints[Name]['answer']>
  : undefined;
