/** The OpenAPI 3.1 document, made from the contract, so that it cannot say anything else than the service does. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { type Endpoint, takesKey } from '@app/contract/calls/endpoint.ts';
import { endpoints, type EndpointName } from '@app/contract/calls/endpoints.ts';
import {
  commonRefusals,
  errorBody,
  refusals,
  type RefusalName,
  signedInRefusals,
} from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';
import { platforms } from '@app/contract/fields/vocabulary.ts';

import { wordParams } from '#http/calls/call-input.ts';
import type { Settings } from '#settings/config.ts';

import { summaries } from './call-summaries.ts';
import { samlPaths } from './openapi-saml.ts';

import packageJson from '#package.json' with { type: 'json' };

type Json = Record<string, unknown>;
type Schema = Parameters<typeof toJsonSchema>[0];

/** Rules that JSON Schema cannot say (trimming, byte counts) are left out of it; the service still enforces them. */
const schemaOf = (schema: Schema): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return rest;
};

export function openApiDocument(settings: Settings): Json {
  const paths: Record<string, Json> = {};
  const calls = Object.entries<Endpoint>(endpoints).map(
    ([name, endpoint]) =>
      [
        endpoint.path,
        { [endpoint.method.toLowerCase()]: operation(name as EndpointName, endpoint) },
      ] as const,
  );
  for (const [path, methods] of [...Object.entries(samlPaths({ schemaOf, refused })), ...calls])
    paths[path] = { ...paths[path], ...methods };
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.reseller.name} sign-in`,
      version: packageJson.version,
      description:
        'JSON both ways; no cookies are sent or read. A state-changing call may carry an `Idempotency-Key`: a repeat ' +
        'with the same key gets the first answer. The calls of an account and of a company carry an access token.',
    },
    servers: [{ url: settings.authUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(name: EndpointName, endpoint: Endpoint): Json {
  const { answer, audience, body, csv, refusals: own = [], status, step } = endpoint;
  const content = answer && {
    ...json(schemaOf(answer)),
    ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
  };
  return {
    operationId: name,
    summary: summaries[name],
    ...(step && { 'x-flow-step': step }),
    ...(audience !== 'anyone' && {
      tags: [audience === 'admin' ? 'company' : 'account'],
      security: [{ accessToken: [] }],
    }),
    parameters: parameters(endpoint),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      ...(content
        ? { 200: { description: 'The answer', content } }
        : { [status ?? 204]: { description: 'Done; no body' } }),
      ...refused([
        ...own,
        ...signedInRefusals.filter(
          (each) => audience !== 'anyone' && (each !== 'forbidden' || audience === 'admin'),
        ),
        ...commonRefusals,
      ]),
    },
  };
}

/** The answers of refusals, by status. */
function refused(names: readonly RefusalName[]): Json {
  const responses: Json = {};
  for (const [status, ofStatus] of byStatus(names)) {
    responses[status] = {
      description: ofStatus
        .map((refusal) => `\`${refusalOnTheWire(refusal)}\`: ${refusals[refusal].message}`)
        .join('\n\n'),
      ...(retries(status) && {
        headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
      }),
      content: json({ $ref: '#/components/schemas/Error' }),
    };
  }
  return responses;
}

function parameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'header',
    description,
    schema,
  });
  return [
    ...(endpoint.audience === 'anyone'
      ? [
          header('x-origin', 'The platform that was detected', { type: 'string', enum: [...platforms] }),
          header('x-platform', 'Which program calls', { type: 'string', const: 'authentication-ui' }),
        ]
      : [...pathParameters(endpoint), ...queryParameters(endpoint)]),
    ...(takesKey(endpoint)
      ? [
          header('Idempotency-Key', 'Visible ASCII; one per attempt', {
            type: 'string',
            pattern: '^[\\x21-\\x7e]{1,128}$',
          }),
        ]
      : []),
  ];
}

const pathParameters = ({ path }: Endpoint): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'The company' : 'What the call is about',
    schema: wordParams.has(name) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));

function queryParameters({ query }: Endpoint): Json[] {
  if (!query) return [];
  const { properties, required = [] } = schemaOf(query) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: name === 'cursor' ? '`nextCursor` of the answer before' : '',
    schema,
  }));
}

function byStatus(names: readonly RefusalName[]): Map<string, RefusalName[]> {
  const groups = new Map<string, RefusalName[]>();
  for (const name of new Set(names)) {
    const status = String(refusals[name].status);
    groups.set(status, [...(groups.get(status) ?? []), name]);
  }
  return new Map([...groups].sort(([a], [b]) => a.localeCompare(b)));
}

const retries = (status: string): boolean => status === '429' || status === '503';
const json = (schema: Json): Json => ({ 'application/json': { schema } });
