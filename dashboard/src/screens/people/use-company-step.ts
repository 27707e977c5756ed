import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';

import { useRead } from '#calls/use-read.ts';

import type { CompanyStep } from './bulk/change-effects.ts';

/** The company's second step; undefined until it is known. */
export const useCompanyStep = (): CompanyStep =>
  useRead(singleSignOnEndpoints.readPolicy, {}).answer?.secondStep;
