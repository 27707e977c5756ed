/** Checks a JSON value by a schema of the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import type { JsonSchema } from './operations.ts';

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** The first way in which the value is not what the schema says; undefined if it is. */
export function mismatch(
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
