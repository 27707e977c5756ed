/** The type of an entry of the contract, and what a caller passes and receives by it. */
import type * as v from 'valibot';

import type { RefusalName } from './refusals.ts';
import type { FlowStep } from '#fields/vocabulary.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `{id}` is the company of the caller; every other name in braces is an id of what the call is about. */
  readonly path: `/${string}`;
  /**
   * Who may call: anyone, without a token; any signed-in person; or only the admins of the company (requirements §5).
   */
  readonly audience: 'anyone' | 'person' | 'admin';
  /** The step under which both sides log the call (spec §4); calls that are no step of a flow have none. */
  readonly step?: FlowStep;
  readonly query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  readonly body?: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** The answer's body. */
  readonly answer?: v.GenericSchema;
  /** Of an answer without a body, where it is not 204. */
  readonly status?: 202;
  /**
   * The refusals that are its own; those of any call are `commonRefusals`, and those of a call with a token
   * `signedInRefusals`. `reauthenticationRequired`: an effect of the call asks for a sign-in that is not older than
   * `limits.recentSignIn`.
   */
  readonly refusals?: readonly RefusalName[];
  /** Marks a POST that changes nothing. */
  readonly safe?: true;
  /** With `accept: text/csv` it is answered with a file of all pages. */
  readonly csv?: true;
  /** Bytes of the body, where it may be larger than other calls' 64 KiB. */
  readonly bodyMax?: number;
}

/** Whether the call may carry an Idempotency-Key: one that changes nothing takes none. */
export const takesKey = ({ method, safe }: Endpoint): boolean => method !== 'GET' && !safe;

type ParameterIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterIn<Rest>
  : never;
/** The names in braces of an entry's path, but the company's `id`. */
export type ParameterOf<Entry extends Endpoint> = Exclude<ParameterIn<Entry['path']>, 'id'>;

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Each in Name]?: undefined }
  : { readonly [Each in Name]: Value };

/** The body that a caller passes. */
export type BodyOf<Entry extends Endpoint> = Entry extends { body: infer Schema extends v.GenericSchema }
  ? v.InferInput<Schema>
  : never;
/**
 * What a caller of the entry passes. `params`: the ids in the path. `query` and `body` as the entry describes them. A
 * part that a call does not have is left out.
 */
export type InputOf<Entry extends Endpoint> = Part<
  'params',
  [ParameterOf<Entry>] extends [never] ? never : Readonly<Record<ParameterOf<Entry>, string>>
> &
  Part<'body', BodyOf<Entry>> & {
    readonly query?: Entry extends { query: infer Schema extends v.GenericSchema }
      ? v.InferInput<Schema>
      : undefined;
  };

/** What a caller of the entry receives; undefined where the answer has no body. */
export type AnswerOf<Entry extends Endpoint> = Entry extends { answer: infer Schema extends v.GenericSchema }
  ? v.InferOutput<Schema>
  : undefined;
