/**
 * How the checks of a SAML answer are run. A sign-in runs them strictly: the first refusal ends it. A test sign-in
 * reports instead: it records the refusal and goes on, so that the admin reads every verdict.
 */
import type { SamlCheck } from '@app/contract/dashboard/saml-test.ts';

export interface Checks {
  /** A check that what follows does not depend on. */
  judge(check: SamlCheck, work: () => void): void;
  /** Reads what the checks after it need: its refusal ends a report too. */
  read<Value>(check: SamlCheck, work: () => Value): Value;
}

/** Lets every refusal through. */
export const strictChecks: Checks = {
  judge: (_check, work) => work(),
  read: (_check, work) => work(),
};
