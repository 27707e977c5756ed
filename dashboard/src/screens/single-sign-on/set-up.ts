/** What the steps read of the company's single sign-on. */
import type { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import type * as v from 'valibot';

type Answer<Name extends keyof typeof singleSignOnEndpoints> = NonNullable<
  (typeof singleSignOnEndpoints)[Name]['answer']
>;

export type Configuration = v.InferOutput<Answer<'readSamlConfiguration'>>;
export type PolicyEffect = v.InferOutput<Answer<'readPolicyEffect'>>;
