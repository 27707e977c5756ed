/** Fuzzes every call of the OpenAPI document of a service, and reports a row for each. */
import { Agent } from 'node:http';
import { minutes } from '@app/contract/fields/durations.ts';
import fc from 'fast-check';

import { faultOf } from './answer-check.ts';
import { curlLine, exchange } from './exchange.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './operations.ts';
import { createPeople, type FuzzedService, type People } from './people.ts';
import { type FuzzRequest, requestsTo } from './requests.ts';

export interface CallRow {
  readonly name: string;
  readonly call: string;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** What was wrong, and the shrunk request that shows it. */
  readonly failure: string | undefined;
}

export interface CallsOptions {
  readonly seed: number;
  /** Requests to each call. */
  readonly requests: number;
}

/** After this many requests what calls end or consume exists again. */
const requestsOfBelongings = 20;
/** After this many requests an account's own limits would answer instead of the call: the clock moves on. */
const requestsOfAClock = 100;

export async function fuzzCalls(
  service: FuzzedService,
  { seed, requests }: CallsOptions,
): Promise<CallRow[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  try {
    const people = await createPeople(service);
    const document = await documentOf(service.url);
    const operations = operationsOf(document);
    const rows: CallRow[] = [];
    const pace = { sent: 0 };
    for (const [index, operation] of operations.entries()) {
      // Each call begins elsewhere: the same callers in the same order would call all of them.
      const row = await fuzzCall(operation, {
        seed: seed + index,
        requests,
        service,
        people,
        agent,
        document,
        operations,
        pace,
      });
      rows.push(row);
    }
    return rows;
  } finally {
    agent.destroy();
  }
}

interface Run extends CallsOptions {
  readonly service: FuzzedService;
  readonly people: People;
  readonly agent: Agent;
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** Requests to all calls so far. */
  readonly pace: { sent: number };
}

async function fuzzCall(
  operation: Operation,
  { seed, requests, service, people, agent, document, operations, pace }: Run,
): Promise<CallRow> {
  const { url } = service;
  const statuses = new Map<number, number>();
  let sent = 0;

  async function tryRequest(request: FuzzRequest): Promise<void> {
    if (pace.sent % requestsOfAClock === 0) {
      service.deps.advance(minutes(61));
      await people.renewAll();
    }
    if (pace.sent % requestsOfBelongings === 0) await people.restoreBelongings();
    pace.sent += 1;
    sent += 1;
    const filled = people.filled(request);
    const answer = await exchange(url, filled, agent);
    if (answer === undefined) throw new Error('no answer within 20 seconds');
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const { schemas: shared } = document.components;
    const secrets = people.secretsOf(request.caller);
    const documentedMethod = request.method === 'HEAD' ? 'GET' : request.method;
    const asked = operations.find(
      ({ method, path }) => method === documentedMethod && path === operation.path,
    );
    const fault = faultOf(answer, { operation: asked ?? operation, request: filled, shared, secrets });
    if (fault !== undefined) throw new Error(fault);
    const mayHaveEnded = request.method !== 'GET' && answer.status < 300;
    if (mayHaveEnded || answer.status === 401) await people.restore(request.caller, people.nextClient());
  }

  const result = await fc.check(fc.asyncProperty(requestsTo(operation), tryRequest), {
    seed,
    numRuns: requests,
    // A failing request is sent again while it is made smaller.
    endOnFailure: false,
  });
  const [smallest] = result.counterexample ?? [];
  const cause = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  const line = smallest === undefined ? '' : curlLine(url, smallest);
  return {
    name: operation.name,
    call: `${operation.method} ${operation.path}`,
    requests: sent,
    statuses,
    failure: result.failed ? `${cause}\n    ${line}` : undefined,
  };
}

async function documentOf(url: string): Promise<OpenApiDocument> {
  const answer = await fetch(`${url}/openapi.json`);
  return (await answer.json()) as OpenApiDocument;
}

/** The rows as lines: call, requests, statuses, failure. */
export function callTable(rows: readonly CallRow[], of = 'call'): string[] {
  const line = ({ name, requests, statuses, failure }: CallRow): string =>
    `${name.padEnd(26)} ${String(requests).padStart(8)}  ${statusList(statuses).padEnd(74)} ${failure === undefined ? '0' : '1'}`;
  const all = new Map<number, number>();
  for (const { statuses } of rows)
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  const failures = rows.filter(({ failure }) => failure !== undefined);
  return [
    `${of.padEnd(26)} requests  ${'answers by status'.padEnd(74)} failures`,
    ...rows.map(line),
    `${`${rows.length} ${of}s`.padEnd(26)} ${String(requests).padStart(8)}  ${statusList(all).padEnd(74)} ${failures.length}`,
    ...failures.flatMap(({ name, call, failure }) => ['', `${name} (${call}): ${failure}`]),
  ];
}

const statusList = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
