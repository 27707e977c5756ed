/** Requests to a call of the OpenAPI document: as it says, or nearly so, with one thing broken. */
import fc from 'fast-check';

import { brokenFragment, brokenText, withBrokenValue } from './broken-values.ts';
import { encoded, boundary, multipartText } from './encodings.ts';
import type { Operation } from './operations.ts';
import { valuesOf } from './valid-values.ts';

export const callers = ['admin', 'person', 'foreign admin', 'nobody', 'ended', 'forged'] as const;
/** Whose token is sent; `ended` is of a session that was ended, `forged` one that is signed by another key. */
export type CallerKind = (typeof callers)[number];

export interface FuzzRequest {
  readonly caller: CallerKind;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What was changed on purpose, so that an answer outside of the document is right. */
  readonly odd: 'method' | 'path' | 'headers' | undefined;
}

const oddPaths = [
  '%00',
  '%',
  '%ff',
  '..%2f..%2f',
  '%2e%2e',
  'x'.repeat(3000),
  '{id}',
  '%F0%9F%98%80',
  '*',
  '__proto__',
  '-1',
];

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json,text/html',
  'x',
  '',
  ' ',
  'a/b/c',
  'application/vnd.api+json',
  'application/JSON',
  'application/json;;;',
  'application/json; __proto__=1',
];

/** Headers that a browser of ours never sends so. */
const oddHeaders: Readonly<Record<string, string>>[] = [
  { cookie: 'lng=\u00ff; lng=de; id_token; =; ;;;' },
  { cookie: `access_token=${'x'.repeat(4000)}` },
  { cookie: '__Host-form=%; theme=__proto__; lng=constructor' },
  { 'accept-language': 'xx-YY;q=9,*;q=,,;q=1;q=2' },
  { accept: 'text/csv' },
  { accept: 'text/html' },
  { accept: '*/*;q=0, nonsense' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'k'.repeat(129) },
  { 'idempotency-key': '\u00e9' },
  { 'x-origin': '__proto__' },
  { 'user-agent': 'x'.repeat(2000) },
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { range: 'bytes=0-1' },
  { 'if-match': '*' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-filler': 'y'.repeat(9000) },
  { host: 'evil.test' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer {{forged}}.x' },
  { authorization: 'Basic {{forged}}' },
  { authorization: `Bearer ${'x'.repeat(3000)}` },
];

export function requestsTo(operation: Operation): fc.Arbitrary<FuzzRequest> {
  return plainRequest(operation).chain((plain) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(withText(plain)) },
      ...(operation.body === undefined ? [] : [{ weight: 6, arbitrary: brokenBody(plain) }]),
      ...(operation.parameters.some((one) => one.in !== 'header')
        ? [{ weight: 2, arbitrary: brokenTarget(operation, plain) }]
        : []),
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
          .map((method): FuzzRequest => ({ ...withText(plain), method, odd: 'method' })),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...contentTypes)
          .map((type) => withHeaders(withText(plain), { 'content-type': type })),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(...oddHeaders).map((odd) => withHeaders(withText(plain), odd)),
      },
    ),
  );
}

interface PlainRequest extends Omit<FuzzRequest, 'body'> {
  readonly type: string | undefined;
  readonly body: unknown;
}

function plainRequest({ method, path, parameters, body }: Operation): fc.Arbitrary<PlainRequest> {
  const of = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place)
          .map(({ name, schema }) => [name, valuesOf(schema, name)]),
      ),
      place === 'path' ? undefined : { requiredKeys: [] },
    );
  return fc.record({
    caller: fc.oneof({ weight: 5, arbitrary: fc.constant('admin' as const) }, fc.constantFrom(...callers)),
    method: fc.constant(method),
    target: fc.tuple(of('path'), fewOf(parameters)).map(([params, query]) => targetOf(path, params, query)),
    headers: of('header').map((headers) => ({
      ...(headers as Record<string, string>),
      ...(body && {
        'content-type':
          body.type === 'multipart/form-data' ? `${body.type}; boundary=${boundary}` : body.type,
      }),
    })),
    type: fc.constant(body?.type),
    body: body === undefined ? fc.constant(undefined) : valuesOf(body.schema),
    odd: fc.constant(undefined),
  });
}

/** Three at most: with all of them together hardly a query would be valid. */
const fewOf = (parameters: Operation['parameters']): fc.Arbitrary<Record<string, unknown>> => {
  const inQuery = parameters.filter((one) => one.in === 'query');
  return fc
    .subarray(inQuery, { maxLength: Math.min(3, inQuery.length) })
    .chain((some) =>
      fc.record(Object.fromEntries(some.map(({ name, schema }) => [name, valuesOf(schema, name)]))),
    );
};

const targetOf = (path: string, params: Record<string, unknown>, query: Record<string, unknown>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
};

const withText = ({ body, type, ...rest }: PlainRequest): FuzzRequest => ({
  ...rest,
  body:
    body === undefined
      ? undefined
      : type === 'multipart/form-data'
        ? multipartText(body)
        : JSON.stringify(body),
});

const withHeaders = (request: FuzzRequest, headers: Readonly<Record<string, string>>): FuzzRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
  odd: 'headers',
});

function brokenBody(plain: PlainRequest): fc.Arbitrary<FuzzRequest> {
  const right = withText(plain);
  const text = right.body ?? '';
  if (plain.type === 'multipart/form-data')
    return fc
      .tuple(fc.nat(text.length), fc.nat(200), fc.string({ unit: 'binary', maxLength: 30 }))
      .map(([at, cut, put]) => ({
        ...right,
        body: text.slice(0, at) + put.toWellFormed() + text.slice(at + cut),
      }));
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(1000), brokenFragment)
        .map(([which, fragment]) => ({ ...right, body: withBrokenValue(plain.body, which, fragment) })),
    },
    { weight: 1, arbitrary: brokenText(text).map((body) => ({ ...right, body })) },
  );
}

function brokenTarget({ path, parameters }: Operation, plain: PlainRequest): fc.Arbitrary<FuzzRequest> {
  const right = withText(plain);
  const odd = fc.oneof(
    fc.constantFrom(...oddPaths),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encoded(text)),
  );
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return fc.tuple(odd, fc.nat(100)).map(([text, which]): FuzzRequest => {
    const name = names[which % (names.length + 1)];
    if (name !== undefined || !path.includes('{'))
      return {
        ...right,
        target: `${right.target}${right.target.includes('?') ? '&' : '?'}${name ?? text}=${text}`,
        odd: 'path',
      };
    const parts = right.target.split('?')[0]?.split('/') ?? [];
    const places = path.split('/').flatMap((part, index) => (part.startsWith('{') ? [index] : []));
    parts[places[which % places.length] ?? 0] = text;
    return { ...right, target: parts.join('/'), odd: 'path' };
  });
}
