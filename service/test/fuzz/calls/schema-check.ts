/** Checks a JSON value by a schema of the OpenAPI document. It knows the keywords that the document has, and no others. */
import type { JsonSchema } from './operations.ts';

/** The first way in which the value is not what the schema says; undefined if it is. */
export function mismatch(
  value: unknown,
  schema: JsonSchema,
  shared: Record<string, JsonSchema>,
): string | undefined {
  for (const keyword of Object.keys(schema))
    if (!(keyword in rules) && !silent.has(keyword)) throw new Error(`the schema has the keyword ${keyword}`);
  if (typeof schema['$ref'] === 'string') {
    const named = shared[schema['$ref'].replace('#/components/schemas/', '')];
    return named === undefined ? `${schema['$ref']} is nowhere` : mismatch(value, named, shared);
  }
  for (const [keyword, rule] of Object.entries(rules)) {
    if (!(keyword in schema)) continue;
    const problem = rule(value, schema, (inner, by) => mismatch(inner, by, shared));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Rule = (
  value: unknown,
  schema: JsonSchema,
  inside: (value: unknown, schema: JsonSchema) => string | undefined,
) => string | undefined;

const silent = new Set(['$ref', 'description', 'default', 'contentMediaType', 'propertyNames']);
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const says = (good: boolean, problem: string): string | undefined => (good ? undefined : problem);

const rules: Readonly<Record<string, Rule>> = {
  type: (value, { type }) => says(isOfType(value, type), `${shown(value)} is no ${String(type)}`),
  const: (value, schema) =>
    says(value === schema['const'], `${shown(value)} is not ${shown(schema['const'])}`),
  enum: (value, schema) =>
    says((schema['enum'] as unknown[]).includes(value), `${shown(value)} is not of ${shown(schema['enum'])}`),
  anyOf: (value, schema, inside) =>
    says(
      (schema['anyOf'] as JsonSchema[]).some((one) => inside(value, one) === undefined),
      `${shown(value)} is none of the alternatives`,
    ),
  minLength: (value, { minLength }) => says(String(value).length >= Number(minLength), 'too short'),
  maxLength: (value, { maxLength }) => says(String(value).length <= Number(maxLength), 'too long'),
  pattern: (value, { pattern }) =>
    says(
      new RegExp(String(pattern), 'u').test(String(value)),
      `${shown(value)} is not like ${String(pattern)}`,
    ),
  format: (value, { format }) =>
    says(
      format === 'uuid' ? uuid.test(String(value)) : format === 'uri' && URL.canParse(String(value)),
      `${shown(value)} is no ${String(format)}`,
    ),
  minimum: (value, { minimum }) => says(Number(value) >= Number(minimum), `${shown(value)} is too small`),
  minItems: (value, { minItems }) => says((value as unknown[]).length >= Number(minItems), 'too few'),
  maxItems: (value, { maxItems }) => says((value as unknown[]).length <= Number(maxItems), 'too many'),
  items: (value, { items }, inside) =>
    first((value as unknown[]).map((one) => inside(one, items as JsonSchema))),
  required: (value, { required }) =>
    first(
      (required as string[]).map((name) => says(Object.hasOwn(value as object, name), `${name} is missing`)),
    ),
  properties: (value, { properties }, inside) =>
    first(
      Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
        if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
        const problem = inside(value[name], schema);
        return problem === undefined ? undefined : `${name}: ${problem}`;
      }),
    ),
  additionalProperties: (value, { additionalProperties: others, properties = {} }, inside) =>
    first(
      Object.entries(value as object)
        .filter(([name]) => !Object.hasOwn(properties as object, name))
        .map(([name, one]) =>
          others === false ? `${name} is not documented` : inside(one, others as JsonSchema),
        ),
    ),
};

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);
const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 120);
