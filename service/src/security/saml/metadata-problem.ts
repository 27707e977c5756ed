import type { MetadataProblem } from '@app/contract/calls/saml-configuration.ts';

/** Why a metadata file, or a part of it, cannot be used; thrown and caught by its readers. */
export class Problem extends Error {
  readonly reason: MetadataProblem;
  constructor(reason: MetadataProblem) {
    super(reason);
    this.reason = reason;
  }
}
