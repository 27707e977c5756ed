/** The type of an entry of the contract, and the types of its body and answer. */
import type * as v from 'valibot';

import type { RefusalName } from './refusals.ts';
import type { FlowStep } from '#fields/vocabulary.ts';

export interface Endpoint {
  readonly method: 'POST';
  readonly path: `/${string}`;
  /** The step under which both sides log the call (spec §4); calls that are no step of a flow have none. */
  readonly step?: FlowStep;
  readonly body: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** The 200 answer; null: 204 without a body. */
  readonly answer: v.GenericSchema | null;
  /** The refusals that are its own; those of any call are `commonRefusals`. */
  readonly refusals: readonly RefusalName[];
  /** Marks a call that changes nothing, which takes no Idempotency-Key. */
  readonly safe?: true;
}

/** What a caller of the entry passes. */
export type BodyOf<Entry extends Endpoint> = v.InferInput<Entry['body']>;
/** What a caller of the entry receives. */
export type AnswerOf<Entry extends Endpoint> = Entry['answer'] extends v.GenericSchema
  ? v.InferOutput<Entry['answer']>
  : undefined;
