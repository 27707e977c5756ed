/**
 * Mounts the calls of the dashboard: the access token, the actor as the database knows it, the company, the ids of the
 * path, the query and the body, then the flow. Every answer that says no comes from here or from the flow.
 */
import * as v from 'valibot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import { limits } from '@app/contract/fields/limits.ts';
import {
  dashboardEndpoints,
  type DashboardCallName,
  type DashboardEndpoint,
} from '@app/contract/dashboard/dashboard-endpoints.ts';
import { uuid } from '@app/contract/dashboard/dashboard-endpoint.ts';

import type { Deps } from '#deps.ts';
import type { DashboardCall, CsvFile } from '#flows/dashboard/dashboard-flow.ts';
import { csvFlows, dashboardFlows } from '#flows/dashboard/dashboard-flows.ts';
import { bearerOf, challenge } from '#http/calls/bearer.ts';
import { type Caller, idempotencyKeyOf } from '#http/calls/routes.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { sendCsv, wantsCsv } from './csv-answer.ts';
import { type Actor, findActor } from '#store/dashboard/actor.ts';

/** A flow as the dispatcher calls it; the types of its parts were checked by the entry's own schemas. */
type AnyFlow = (input: unknown, call: DashboardCall, deps: Deps) => Promise<unknown>;

export function installDashboardCalls(app: FastifyInstance, deps: Deps, caller: Caller): void {
  for (const name of Object.keys(dashboardEndpoints) as DashboardCallName[]) {
    const endpoint: DashboardEndpoint = dashboardEndpoints[name];
    const flow = dashboardFlows[name] as AnyFlow;
    app.route<{ Params: Record<string, string> }>({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.bodyMax !== undefined && { bodyLimit: endpoint.bodyMax }),
      handler: async (request, reply) => {
        request.endpoint = name;
        const csvFlow =
          endpoint.csv && wantsCsv(request) ? (csvFlows[name] as AnyFlow | undefined) : undefined;
        const answer = await answerCall({
          name,
          endpoint,
          flow: csvFlow ?? flow,
          request,
          reply,
          deps,
          caller,
        });
        if (csvFlow !== undefined) return sendCsv(reply, answer as CsvFile);
        if (endpoint.answer === null) return reply.status(endpoint.status).send();
        return reply.status(endpoint.status).type('application/json; charset=utf-8').send(answer);
      },
    });
  }
}

interface Route {
  readonly name: DashboardCallName;
  readonly endpoint: DashboardEndpoint;
  readonly flow: AnyFlow;
  readonly request: FastifyRequest<{ Params: Record<string, string> }>;
  readonly reply: FastifyReply;
  readonly deps: Deps;
  readonly caller: Caller;
}

async function answerCall({ name, endpoint, flow, request, reply, deps, caller }: Route): Promise<unknown> {
  const holder = await bearerOf(request, reply, deps);
  return caller.run(name, request, async (known) => {
    try {
      const actor = await findActor(deps.store.relaxed, holder, deps.clock());
      if (actor === undefined) throw new Refusal('sessionExpired');
      const params = checkParams(endpoint, request.params, actor);
      const input = {
        params,
        query: endpoint.query && check(endpoint.query, readableQuery(request.query)),
        body: endpoint.body && check(endpoint.body, bodyOf(request)),
      };
      const changes = endpoint.method !== 'GET';
      const key = changes ? idempotencyKeyOf(request) : undefined;
      // The person and not the session: a repeat after signing in again gets the first answer.
      const body = { ...input, accountId: actor.account.id };
      // A session that ends while the call runs: after signing in again the repeat does it.
      const temporary = 'sessionExpired';
      const answer = await answerOnce({ name, key, body, temporary, call: known, deps }, (once) =>
        flow(input, { ...once, actor }, deps),
      );
      if (deps.settings.environment === 'development' && flow === dashboardFlows[name])
        checkAnswer(name, endpoint, answer);
      return answer;
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'sessionExpired') challenge(reply, true);
      throw error;
    }
  });
}

/**
 * The ids of the path, in lower case. Another company's is `notFound`, whoever asks; then a person who is no admin is
 * `forbidden`.
 */
function checkParams(
  { path, access }: DashboardEndpoint,
  given: Readonly<Record<string, string>>,
  actor: Actor,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = given[name] ?? '';
    const read = v.safeParse(wordParams.has(name) ? word : uuid, value);
    if (!read.success) throw new Refusal('notFound');
    params[name] = read.output;
  }
  if (params['id'] !== undefined && params['id'] !== actor.account.companyId) throw new Refusal('notFound');
  if (access === 'admin' && !actor.isAdmin) throw new Refusal('forbidden');
  return params;
}

/** The parts of a path that are no UUID. */
const wordParams: ReadonlySet<string> = new Set(['domain', 'deviceId']);
const word = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(limits.domainMax),
  v.regex(/^[^\p{Cc}]*$/u),
  v.toLowerCase(),
);

/** PostgreSQL takes no NUL, which no person types. */
function readableQuery(query: unknown): unknown {
  for (const [field, value] of Object.entries(query as Record<string, unknown>)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new Refusal('invalid', { fields: { [field]: ['is_invalid'] } });
  }
  return query;
}

/** A body came as JSON, or it is refused as for every other call. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.headers['content-type'] === undefined) throw new Refusal('unsupportedMediaType');
  return request.body;
}

function check(schema: v.ObjectSchema<v.ObjectEntries, undefined>, given: unknown): unknown {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const read = v.safeParse(schema, isObject ? given : null);
  if (read.success) return read.output;
  const problems = fieldProblems(schema, isObject ? given : {});
  throw new Refusal('invalid', {
    fields: Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, [String(problem)]]),
    ),
  });
}

/** In development and tests an answer that breaks the contract is a fault at once, not in some app later. */
function checkAnswer(name: string, { answer: schema }: DashboardEndpoint, answer: unknown): void {
  if (schema !== null) v.parse(schema, answer);
  else if (answer !== undefined) throw new TypeError(`${name} must answer nothing`);
}
