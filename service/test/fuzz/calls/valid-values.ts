/**
 * Values that a JSON schema of the OpenAPI document allows, by fast-check. `{{…}}` in a text stands for something that
 * exists in the service under test and is put in as the request is sent (`people.ts`), so a seed gives the same requests
 * on every run.
 */
import fc from 'fast-check';

import type { JsonSchema } from './operations.ts';

const uuids = ['{{own}}', '{{user}}', '{{foreign user}}', '{{session}}', '{{invitation}}', '{{company}}'];

/** Fields that only mean something if their value exists, by name. */
const existing: Readonly<Record<string, readonly unknown[]>> = {
  email: ['{{own email}}', '{{user email}}', '{{foreign email}}', 'nobody@northline.test'],
  password: ['{{password}}', 'Harbour-Lantern-28!', 'short'],
  currentPassword: ['{{password}}', 'wrong'],
  passwordConfirmation: ['Harbour-Lantern-28!', '{{password}}'],
  refreshToken: ['{{refresh token}}', 'unknown'],
  id: ['{{company}}', '{{company}}', '{{company}}', '{{company}}', '{{company}}', '{{foreign company}}'],
  ids: uuids,
  userId: ['{{user}}', '{{own}}', '{{foreign user}}'],
  testId: ['{{test}}'],
  sessionId: ['{{session}}', '{{user session}}'],
  invitationId: ['{{invitation}}'],
  domain: ['{{domain}}', 'claimed.test'],
  deviceId: ['0'.repeat(64), '{{user device}}'],
  version: [0, 1, 2],
  code: ['123456', '12 34-56', '{{link token}}'],
  session: ['{{challenge}}', '{{link token}}'],
  confirmationCode: ['{{link token}}'],
  token: ['{{link token}}'],
  pageSize: ['1', '2', '50', '200'],
  timezone: ['UTC', 'Europe/Berlin', 'Pacific/Chatham'],
  clientType: ['web', 'desktop', 'cti'],
};

/** @param name the field or parameter that the value is for */
export function valuesOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const { type } = schema;
  const generated = generatedOf(schema, name);
  const known = existing[name];
  return known === undefined || type === 'array' || type === 'object'
    ? generated
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: generated });
}

function generatedOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['anyOf']))
    return fc.oneof(...(schema['anyOf'] as JsonSchema[]).map((one) => valuesOf(one, name)));
  switch (schema['type']) {
    case 'string':
      return textOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.nat(1000);
    case 'number':
      return fc.double({ min: 0, max: 1e15, noNaN: true });
    case 'array':
      return fc.array(valuesOf((schema['items'] ?? {}) as JsonSchema, name), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: 4,
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) => [name, valuesOf(schema, name)] as const,
  );
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: 20 }),
      valuesOf(additionalProperties as JsonSchema),
      {
        maxKeys: 3,
      },
    );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
}

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...uuids), fc.uuid());
  if (format === 'uri') return fc.webUrl();
  // fast-check writes no texts for Unicode properties; any text is nearly always one of those.
  if (typeof pattern === 'string' && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 60) });
}
