/** What a call of the dashboard takes and answers, as the types of its entry in the contract say. */
import type { DashboardEndpoint } from '@app/contract/dashboard/dashboard-endpoint.ts';
import type * as v from 'valibot';

type ParameterIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterIn<Rest>
  : never;
/** The ids in the path of an entry. The company's is that of the person. */
type ParameterOf<Entry extends DashboardEndpoint> = Exclude<ParameterIn<Entry['path']>, 'id'>;

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Each in Name]?: undefined }
  : { readonly [Each in Name]: Value };
type InputOf<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;

/** `params`: the ids in the path. `query` and `body` as the contract describes them. A part that a call does not have is left out. */
export type CallInput<Entry extends DashboardEndpoint> = Part<
  'params',
  [ParameterOf<Entry>] extends [never] ? never : Readonly<Record<ParameterOf<Entry>, string>>
> &
  Part<'body', InputOf<Entry['body']>> &
  (Entry['query'] extends v.GenericSchema
    ? { readonly query?: InputOf<Entry['query']> }
    : { readonly query?: undefined });

/** The answer of a call; undefined where it has no body. */
export type CallAnswer<Entry extends DashboardEndpoint> = Entry['answer'] extends v.GenericSchema
  ? v.InferOutput<Entry['answer']>
  : undefined;

/** The parts of an input, whatever the call. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** The path and query of a call. */
export function addressOf(path: string, { params, query }: AnyInput, companyId: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'id' ? companyId : params?.[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' && value !== '') search.set(name, value);
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}
