/** The result of a test sign-in: the verdict of every check of the provider's answer, and what the answer says. */
import * as v from 'valibot';

import { uuid } from './dashboard-fields.ts';

/** The checks of a provider's answer, in the order in which they are made. */
export const samlChecks = [
  'readable',
  'request',
  'status',
  'destination',
  'issuer',
  'signature',
  'certificate',
  'time',
  'audience',
  'recipient',
  'subject',
  'email',
  'domain',
  'account',
] as const;
export type SamlCheck = (typeof samlChecks)[number];

/** Why a check failed, or what to know of one that passed: the dashboard has a sentence and what to do for each. */
export const samlReasons = [
  'tooLarge',
  'notXml',
  'encoding',
  'markup',
  'notResponse',
  'noAssertion',
  'structure',
  'otherRequest',
  'unsolicited',
  'denied',
  'providerFailed',
  'otherDestination',
  'noIssuer',
  'otherIssuer',
  'issuerFormat',
  'unsigned',
  'changed',
  'weakAlgorithm',
  'signatureForm',
  'missingPart',
  'encryptionMethod',
  'cbcUnsigned',
  'notDecrypted',
  'unknownKey',
  'certificatesEnded',
  'ended',
  'notYet',
  'tooOld',
  'fromFuture',
  'signInTooOld',
  'tooLong',
  'noTime',
  'noAudience',
  'otherAudience',
  'otherRecipient',
  'notBearer',
  'noSubject',
  'subjectForm',
  'blankAround',
  'noSignIn',
  'unknownCondition',
  'noEmailAttribute',
  'severalEmails',
  'notAnEmail',
  'otherNameId',
  'outsideDomains',
  'unknownAccount',
  'disabledAccount',
  // The check passed: the account signs in another way for now.
  'otherMethod',
  'other',
] as const;
export type SamlReason = (typeof samlReasons)[number];

export const samlTest = v.object({
  testId: uuid,
  state: v.picklist(['waiting', 'passed', 'failed', 'expired']),
  /** Milliseconds since the epoch, like the others. */
  startedAt: v.number(),
  answeredAt: v.optional(v.number()),
  checks: v.array(
    v.object({
      check: v.picklist(samlChecks),
      verdict: v.picklist(['passed', 'failed', 'notReached']),
      reason: v.optional(v.picklist(samlReasons)),
      /** What was expected and what came, where it helps. */
      expected: v.optional(v.string()),
      received: v.optional(v.string()),
    }),
  ),
  nameId: v.optional(v.string()),
  /** The address that the answer names, and whose account it is. */
  email: v.optional(v.string()),
  attributes: v.array(v.object({ name: v.string(), values: v.array(v.string()) })),
  /** How far the provider's clock is ahead of ours, in milliseconds. */
  clockDifference: v.optional(v.number()),
  /** The received answer as XML. */
  answer: v.optional(v.string()),
});
export type SamlTest = v.InferOutput<typeof samlTest>;
