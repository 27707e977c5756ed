/** Declares the facts about a request that its log line and the metrics need. */
import type { EndpointName } from '@app/contract/calls/endpoints.ts';
import type { ClientType } from '@app/contract/fields/vocabulary.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The call of the contract that this request makes. */
    endpoint: EndpointName | undefined;
    /** How it was refused, if it was: the name on the wire. */
    refusalName: string | undefined;
    /** Why it was refused, only for the log. Holds nothing secret and nothing that a person typed. */
    refusalReason: string | undefined;
    /** A keyed hash of the address typed, by which one person's calls can be found without knowing the address. */
    subject: string | undefined;
    /** What the app of a sign-in runs in, as it says. */
    clientType: ClientType | undefined;
  }
}

import type { FastifyInstance } from 'fastify';

/** Declares the facts on every request of the app. */
export function declareRequestFacts(app: FastifyInstance): void {
  app.decorateRequest('endpoint', undefined);
  app.decorateRequest('refusalName', undefined);
  app.decorateRequest('refusalReason', undefined);
  app.decorateRequest('subject', undefined);
  app.decorateRequest('clientType', undefined);
}
