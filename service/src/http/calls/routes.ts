/**
 * Makes and mounts every call of the contract: the access token where the call needs one, the checked input, the flow,
 * the answer. Every answer that says no comes from here or from the flow.
 */
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, takesKey } from '@app/contract/calls/endpoint.ts';
import {
  endpoints,
  type EndpointName,
  type PublicCallName,
  type WireAnswer,
} from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { platforms, type ClientType, type Platform } from '@app/contract/fields/vocabulary.ts';

import type { Call, CsvFile, DashboardCall, Deps } from '#deps.ts';
import { csvFlows, flows } from '#flows/flows.ts';
import { createHashQueue } from '#rate-limits/hash-queue.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { findActor } from '#store/dashboard/actor.ts';
import { outboxState } from '#store/outbox.ts';
import type { SessionHolder } from '#store/sessions/sessions.ts';

import { clientOf } from '#http/request/client-address.ts';
import { bearerOf, challenge } from './bearer.ts';
import { recordAnswered, recordRefused } from './call-attempts.ts';
import { checkInput, checkParams, type Given, idempotencyKeyOf } from './call-input.ts';
import { withDatabaseTimeout } from './database-timeout.ts';
import type { DefaultLimit } from './default-limit.ts';
import { countryOf, languageOf } from '#http/request/language.ts';

/** Makes calls of the contract on behalf of a request. */
export interface Caller {
  /** Makes a call that anyone may make, for the pages that work without script. */
  make<Name extends PublicCallName>(
    name: Name,
    body: unknown,
    request: FastifyRequest,
    ofForm?: OfForm,
  ): Promise<WireAnswer<Name>>;
  /** Answers a request for a call. */
  answer(name: EndpointName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Runs a request that is not a call of the contract, `name`d for its limit, as carefully as one. */
  run<T>(name: string, request: FastifyRequest, work: (call: Call) => Promise<T>): Promise<T>;
}

/** Values that a form sends in fields because it cannot set headers. */
interface OfForm {
  /** Instead of `x-origin`. */
  readonly platform: Platform;
  /** Instead of `Idempotency-Key`. */
  readonly idempotencyKey: string | undefined;
}

/** A flow as it is called here; the types of its parts were checked by the entry's own schemas. */
type AnyFlow = (input: unknown, call: Call | DashboardCall, deps: Deps) => Promise<unknown>;

/** A call that is about to be made. */
interface Made {
  readonly name: EndpointName;
  readonly given: Given;
  readonly request: FastifyRequest;
  /** Whose token came; a call that anyone may make has none. */
  readonly holder?: SessionHolder | undefined;
  readonly ofForm?: OfForm | undefined;
  /** Answers as a CSV file. */
  readonly csvFlow?: AnyFlow | undefined;
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

  async function make({ name, given, request, holder, ofForm, csvFlow }: Made): Promise<unknown> {
    request.endpoint = name;
    const endpoint: Endpoint = endpoints[name];
    const call = { ...callOf(request), ...(ofForm && { platform: ofForm.platform }) };
    limit.take(name, call.client, clock());
    const read = () => ({
      checked: checkInput(endpoint, given),
      key: takesKey(endpoint) ? (ofForm ? ofForm.idempotencyKey : idempotencyKeyOf(request)) : undefined,
    });
    // Of a call with a token only the actor's company is told what is wrong with it.
    const open = holder === undefined ? read() : undefined;
    const by = { name, body: open?.checked.body ?? {}, call };
    noteWho(request, by.body, subjectHash);
    const work = queue.run(name, call, by.body, async () => {
      const signedIn = holder && (await actorOf(holder, endpoint, given, deps));
      const { checked, key } = open ?? read();
      const input = signedIn ? { params: signedIn.params, ...checked } : checked.body;
      // The person and not the session: a repeat after signing in again gets the first answer.
      const body = signedIn ? { ...input, accountId: signedIn.actor.account.id } : input;
      // A session that ends while the call runs: after signing in again the repeat does it.
      const temporary = signedIn && 'sessionExpired';
      return answerOnce({ name, key, body, temporary, call, deps }, async (once) => {
        const flow = csvFlow ?? (flows[name] as AnyFlow);
        const answer = await flow(input, signedIn ? { ...once, actor: signedIn.actor } : once, deps);
        recordAnswered(by, answer, deps);
        return answer;
      });
    });
    const answer = await withDatabaseTimeout(work, store).catch((error: unknown) => {
      recordRefused(by, error, deps);
      throw error;
    });
    if (checksAnswers && !csvFlow) checkAnswer(name, endpoint, answer);
    return answer;
  }

  return {
    // The answer's type is that of the flow.
    make: (name, body, request, ofForm) =>
      make({ name, given: { body }, request, ofForm }) as Promise<WireAnswer<typeof name>>,
    async answer(name, request, reply) {
      request.endpoint = name;
      const endpoint: Endpoint = endpoints[name];
      const holder = endpoint.audience === 'anyone' ? undefined : await bearerOf(request, reply, deps);
      const csvFlow = endpoint.csv && wantsCsv(request) ? (csvFlows as CsvFlows)[name] : undefined;
      const given = {
        params: request.params as Record<string, string>,
        query: request.query,
        // Without a content type there was no body to parse: the same answer as for a wrong one.
        body: request.headers['content-type'] === undefined ? undefined : request.body,
      };
      const answer = await make({ name, given, request, holder, csvFlow }).catch((error: unknown) => {
        if (holder && error instanceof Refusal && error.refusal === 'sessionExpired') challenge(reply, true);
        throw error;
      });
      if (csvFlow) return sendCsv(reply, answer as CsvFile);
      // Nobody's secret, and asked for by every login page, which the browser could else not keep for who comes back.
      if (name === 'startPasskeySignIn') reply.header('cache-control', 'no-cache');
      if (!endpoint.answer) return reply.status(endpoint.status ?? 204).send();
      return reply.type('application/json; charset=utf-8').send(answer);
    },
    async run(name, request, work) {
      const call = callOf(request);
      limit.take(name, call.client, clock());
      return withDatabaseTimeout(work(call), store);
    },
  };
}

type CsvFlows = Readonly<Partial<Record<EndpointName, AnyFlow>>>;

/** Mounts every call of the contract. */
export function installRoutes(app: FastifyInstance, caller: Caller): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path, bodyMax }: Endpoint = endpoints[name];
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(bodyMax !== undefined && { bodyLimit: bodyMax }),
      handler: (request, reply) => caller.answer(name, request, reply),
    });
  }
}

/**
 * The caller as the database knows it, and the ids of the path. Another company's is `notFound`, whoever asks; then a
 * person who is not an admin is `forbidden`.
 */
async function actorOf(holder: SessionHolder, endpoint: Endpoint, given: Given, deps: Deps) {
  const actor = await findActor(deps.store.relaxed, holder, deps.clock());
  if (actor === undefined) throw new Refusal('sessionExpired');
  const params = checkParams(endpoint, given.params);
  const { id = actor.account.companyId } = params;
  if (id !== actor.account.companyId) throw new Refusal('notFound');
  if (endpoint.audience === 'admin' && !actor.isAdmin) throw new Refusal('forbidden');
  return { actor, params };
}

/** Whose call it is, for its log line. */
function noteWho(request: FastifyRequest, body: object, subjectHash: (email: string) => string): void {
  if ('email' in body && typeof body.email === 'string') request.subject = subjectHash(body.email);
  if ('clientType' in body) request.clientType = body.clientType as ClientType;
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

/** In development and tests an answer that breaks the contract fails immediately, and not later in an app. */
function checkAnswer(name: string, { answer: schema }: Endpoint, answer: unknown): void {
  if (schema) v.parse(schema, answer);
  else if (answer !== undefined) throw new TypeError(`${name} must answer nothing`);
}

const wantsCsv = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').split(',').some((type) => /^\s*text\/csv\s*(?:;|$)/i.test(type));

/** A CSV file (RFC 4180), piece by piece as fast as the client reads. */
const sendCsv = (reply: FastifyReply, { fileName, pieces }: CsvFile): FastifyReply =>
  // A fault after the first piece cuts the connection: the client sees that the file is not whole.
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));
