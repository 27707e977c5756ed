/** The calls of the contract: path → checked body → flow → answer. Both sides map over the same entries. */
import * as v from 'valibot';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  endpoints,
  type CheckedBody,
  type Endpoint,
  type EndpointName,
  type WireAnswer,
} from '@app/contract/calls/endpoints.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { platforms, type Platform } from '@app/contract/fields/vocabulary.ts';

import type { Call, Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { createHashQueue } from '#rate-limits/hash-queue.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { outboxState } from '#store/outbox.ts';

import { clientOf } from '#http/request/client-address.ts';
import { withDatabaseTimeout } from './database-timeout.ts';
import type { DefaultLimit } from './default-limit.ts';
import { countryOf, languageOf } from '#http/request/language.ts';
import { recordAnswered, recordRefused } from './call-attempts.ts';

/** Makes calls of the contract on behalf of a request; the routes use it, and the pages that work without script. */
export interface Caller {
  make<Name extends EndpointName>(
    name: Name,
    body: unknown,
    request: FastifyRequest,
    ofForm?: OfForm,
  ): Promise<WireAnswer<Name>>;
  /** Runs what is no call of the contract, `name`d for its limit, as carefully as one. */
  run<T>(name: string, request: FastifyRequest, work: (call: Call) => Promise<T>): Promise<T>;
}

/** Values that a form sends in fields because it cannot set headers. */
interface OfForm {
  /** Instead of `x-origin`. */
  readonly platform: Platform;
  /** Instead of `Idempotency-Key`. */
  readonly idempotencyKey: string | undefined;
}

export function createCaller(
  deps: Deps,
  limit: DefaultLimit,
  subjectHash: (email: string) => string,
): Caller {
  const queue = createHashQueue(deps);
  const { clock, metrics, store } = deps;
  metrics.measure({
    pools: () => store.pools(),
    hashQueue: () => queue.counts(),
    outbox: () => outboxState(store.relaxed, clock()),
    clock,
  });
  const checksAnswers = deps.settings.environment === 'development';
  return {
    async make(name, body, request, ofForm) {
      request.endpoint = name;
      const call = { ...callOf(request), ...(ofForm && { platform: ofForm.platform }) };
      limit.take(name, call.client, deps.clock());
      const checked = checkBody(name, body);
      if ('email' in checked && typeof checked.email === 'string')
        request.subject = subjectHash(checked.email);
      if ('clientType' in checked) request.clientType = checked.clientType;
      const endpoint: Endpoint = endpoints[name];
      const given = ofForm ? ofForm.idempotencyKey : idempotencyKeyOf(request);
      const key = endpoint.safe ? undefined : given;
      const by = { name, body: checked, call };
      const run = async (known: Call): Promise<WireAnswer<typeof name>> => {
        const answer = await flows[name](checked, known, deps);
        recordAnswered(by, answer, deps);
        return answer;
      };
      const work = queue.run(name, checked, call, () =>
        answerOnce({ name, key, body: checked, call, deps }, run),
      );
      const answer = await withDatabaseTimeout(work, deps.store).catch((error: unknown) => {
        recordRefused(by, error, deps);
        throw error;
      });
      if (checksAnswers) checkAnswer(name, answer);
      return answer;
    },
    async run(name, request, work) {
      const call = callOf(request);
      limit.take(name, call.client, deps.clock());
      return withDatabaseTimeout(
        queue.runSignedIn(name, call, () => work(call)),
        deps.store,
      );
    },
  };
}

/** Mounts every call of the contract. */
export function installRoutes(app: FastifyInstance, caller: Caller): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        // Without a content type there was no body to parse: the same answer as for a wrong one.
        if (request.headers['content-type'] === undefined) throw new Refusal('unsupportedMediaType');
        const answer = await caller.make(name, request.body, request);
        if (answer === undefined) return reply.status(204).send();
        return reply.type('application/json; charset=utf-8').send(answer);
      },
    });
  }
}

/** The body after the contract's rules; otherwise `invalid` with each field's problem. */
function checkBody<Name extends EndpointName>(name: Name, body: unknown): CheckedBody<Name> {
  const schema = endpoints[name].body;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const result = v.safeParse(schema, isObject ? body : null);
  if (result.success) return result.output as CheckedBody<Name>;
  const problems = fieldProblems(schema, isObject ? body : {});
  const fields = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, [String(problem)]]),
  );
  throw new Refusal('invalid', { fields });
}

/** 1 to 128 visible ASCII characters, once (requirements §3); calls that change nothing take none. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  throw new Refusal('invalid', { fields: { 'idempotency-key': ['is_invalid'] } });
}

function callOf(request: FastifyRequest): Call {
  const origin = request.headers['x-origin'];
  return {
    client: clientOf(request.ip),
    platform: platforms.find((platform): platform is Platform => platform === origin) ?? 'authentication-ui',
    language: languageOf(request.url, request.headers),
    country: countryOf(request.headers),
    userAgent: request.headers['user-agent']?.slice(0, limits.userAgentMax),
    requestId: request.id,
    log: request.log as Call['log'],
  };
}

/** In development and tests an answer that breaks the contract is a fault at once, not in some app later. */
function checkAnswer(name: EndpointName, answer: unknown): void {
  const schema = endpoints[name].answer;
  if (schema !== null) v.parse(schema, answer);
  else if (answer !== undefined) throw new TypeError(`${name} must answer nothing`);
}
