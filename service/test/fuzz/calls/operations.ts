/** The calls of the OpenAPI document that a running service serves: what is generated from, and what answers are held to. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: JsonSchema } | undefined;
  /** By status; without content the answer has no body. */
  readonly answers: Readonly<Record<string, { readonly content?: Content }>>;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Operation['answers'];
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => {
      const [content] = Object.entries(written.requestBody?.content ?? {});
      return {
        name: written.operationId,
        method: method.toUpperCase(),
        path,
        parameters: written.parameters,
        body: content && { type: content[0], schema: content[1].schema },
        answers: written.responses,
      };
    }),
  );
}
