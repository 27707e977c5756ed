/** What every answer has to be, whatever was asked: as the OpenAPI document says, with the headers, and without secrets. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './exchange.ts';
import type { JsonSchema, Operation } from './operations.ts';
import type { FuzzRequest } from './requests.ts';

export interface Checked {
  readonly operation: Operation;
  readonly request: FuzzRequest;
  readonly shared: Record<string, JsonSchema>;
  /** Texts that no answer may have. */
  readonly secrets: readonly string[];
}

/** The framework answers these before a call is chosen: methods, paths and header lines are not part of a call. */
const statusesOfOdd: Readonly<Record<string, readonly number[]>> = {
  method: [204, 404, 405],
  path: [400, 404, 414],
  headers: [400, 404, 417, 421, 431],
};

const requiredHeaders: Readonly<Record<string, string | RegExp>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'.*sandbox/,
};

/** The one answer that is nobody's secret: every login page asks for it, and the browser has to keep that page. */
const revalidated = 'startPasskeySignIn';

const leaks =
  /\n\s+at \S|node_modules|\/src\/|file:\/\/|\bpg_|select .+ from|ECONN|SyntaxError|TypeError|postgres/i;

/** The first thing that is wrong with an answer; undefined if all is well. */
export function faultOf(answer: Answer, checked: Checked): string | undefined {
  const { operation, request, secrets } = checked;
  if (answer.status >= 500) return `${answer.status}: ${answer.body.slice(0, 200)}`;
  for (const [name, wanted] of Object.entries(requiredHeaders)) {
    const value = String(answer.headers[name]);
    if (!(typeof wanted === 'string' ? value === wanted : wanted.test(value)))
      return `the header ${name} is ${value}`;
  }
  const kept = answer.status < 300 && operation.name === revalidated;
  if (answer.headers['cache-control'] !== (kept ? 'no-cache' : 'no-store'))
    return `the header cache-control is ${answer.headers['cache-control']}`;
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-credentials'])
    if (name in answer.headers) return `the header ${name} is there`;
  if (answer.headers['access-control-allow-origin'] === 'https://evil.test')
    return 'a foreign origin may read it';
  const given = secrets.find((secret) => answer.body.includes(secret));
  if (given !== undefined) return 'the answer holds a secret of the request';
  if (answer.status >= 400 && leaks.test(answer.body))
    return `the answer tells of the inside: ${answer.body.slice(0, 200)}`;
  if ([429, 503].includes(answer.status) && !/^[1-9]\d*$/.test(String(answer.headers['retry-after'])))
    return `${answer.status} without Retry-After`;
  const documented = operation.answers[answer.status];
  if (documented === undefined && !(statusesOfOdd[request.odd ?? ''] ?? []).includes(answer.status))
    return `the status ${answer.status} is not documented`;
  return faultOfBody(answer, checked);
}

const refusalSchema: JsonSchema = { $ref: '#/components/schemas/Error' };

function faultOfBody(answer: Answer, { operation, request, shared }: Checked): string | undefined {
  if (request.method === 'HEAD' || request.method === 'OPTIONS' || answer.status === 204)
    return answer.body === '' ? undefined : 'a body where none may be';
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  // Refusals of the framework have the body of all others, also where the call does not document their status.
  const content = operation.answers[answer.status]?.content;
  const schema = answer.status >= 400 ? refusalSchema : content?.[type]?.schema;
  if (schema === undefined)
    return content === undefined && answer.body === '' ? undefined : `the type ${type} is not documented`;
  if (answer.status >= 400 && type !== 'application/json') return `a refusal of the type ${type}`;
  if (type !== 'application/json') return undefined;
  try {
    return mismatch(JSON.parse(answer.body), schema, shared);
  } catch (error) {
    return error instanceof SyntaxError ? 'the body is no JSON' : String(error);
  }
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** The first way in which the value is not what the schema says; undefined if it is. */
function mismatch(
  value: unknown,
  schema: JsonSchema,
  shared: Record<string, JsonSchema>,
): string | undefined {
  const validate = compiled.get(schema) ?? compile(schema, shared);
  compiled.set(schema, validate);
  const [error] = validate(value) ? [] : (validate.errors ?? []);
  return error && `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
}

function compile(schema: JsonSchema, shared: Record<string, JsonSchema>): ValidateFunction {
  const ajv = new Ajv2020({ strictTypes: false, keywords: ['components'] });
  ajv.addFormat('uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  ajv.addFormat('uri', URL.canParse);
  return ajv.compile({ ...schema, components: { schemas: shared } });
}
