/** What the steps read of the company's single sign-on. */
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import type { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

type Endpoints = typeof singleSignOnEndpoints;
export type Configuration = AnswerOf<Endpoints['readSamlConfiguration']>;
export type PolicyEffect = AnswerOf<Endpoints['readPolicyEffect']>;
