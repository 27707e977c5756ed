/**
 * What an admin reads of each refusal of a SAML message: the reason of a test report with its check, and that of the
 * sign-in log. One table, so both name the same cause.
 */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { SamlCheck, SamlReason } from '@app/contract/dashboard/saml-test.ts';

interface Told {
  readonly reason: SamlReason;
  readonly log: EventReason;
  /** Where it is another check than the one that was being made. */
  readonly check?: SamlCheck;
}

type Row = readonly [message: RegExp, reason: SamlReason, log: EventReason, check?: SamlCheck];

/** The first that matches the message of the refusal. `refusal-words.test.ts` holds the table to the code. */
const rows: readonly Row[] = [
  // What cannot be read.
  [
    /^(?:too large|too many (?:elements|attributes)|too deep|cannot be inflated)/,
    'tooLarge',
    'samlTooLarge',
    'readable',
  ],
  [/^an unknown encoding/, 'encoding', 'samlUnreadable', 'readable'],
  [
    /^(?:a document type|a comment|a CDATA section|a processing instruction|an unknown entity|an XML declaration)/,
    'markup',
    'samlStructure',
    'readable',
  ],
  [
    /^(?:empty|not base64|the XML cannot|unreadable|an attribute twice|text outside|not well-formed|a character|a query of|no message$|a parameter twice|two messages)/,
    'notXml',
    'samlUnreadable',
    'readable',
  ],
  [/^(?:another version|no Response|no message of logout)/, 'notResponse', 'samlUnreadable', 'readable'],
  [/^no (?:assertion|Assertion|signed assertion)$/, 'noAssertion', 'samlStructure', 'readable'],
  [/^(?:more than one assertion|an answer within)/, 'structure', 'samlStructure', 'readable'],

  // Encryption.
  [/^CBC without/, 'cbcUnsigned', 'samlEncryptionMethod'],
  [/^(?:a key transport|another hash|an encryption) /, 'encryptionMethod', 'samlEncryptionMethod'],
  [/^(?:not encrypted for us|encrypted, and there is no key)/, 'notDecrypted', 'samlEncryption'],
  [
    /Encrypted(?:Key|Data)|^something else was encrypted|(?:EncryptionMethod|CipherData|CipherValue)/,
    'structure',
    'samlStructure',
  ],

  // Signatures.
  [/^unsigned: |^the answer is not signed/, 'unsigned', 'samlUnsigned'],
  [/^changed message|^no good signature/, 'changed', 'samlChanged'],
  [/^(?:unknown key|no known key)/, 'unknownKey', 'samlUnknownKey', 'certificate'],
  [/^no certificate of the provider/, 'certificatesEnded', 'samlNoCertificate', 'certificate'],
  [/^an algorithm that is not allowed/, 'weakAlgorithm', 'samlAlgorithm'],
  [/^a signature in another place/, 'structure', 'samlStructure'],
  [
    /^a signature |^other transforms|(?:Signature|SignatureValue|SignedInfo|CanonicalizationMethod|SignatureMethod|Reference|DigestMethod|DigestValue|Transforms)\b/,
    'signatureForm',
    'samlStructure',
  ],
  [/^(?:one ID twice|an ID of|an assertion (?:in|of))/, 'structure', 'samlStructure'],

  // Whom it answers, and who sent it.
  [/^(?:an answer to|a confirmation of) another request/, 'otherRequest', 'samlOtherReceiver', 'request'],
  [/^an answer to no request/, 'otherRequest', 'samlOtherReceiver', 'request'],
  [/^the provider refused/, 'denied', 'samlDenied'],
  [/^the provider failed|Status/, 'providerFailed', 'samlProviderFailed'],
  [/^another Destination/, 'otherDestination', 'samlOtherReceiver'],
  [/^an Issuer of another format/, 'issuerFormat', 'samlIssuerFormat'],
  [/^another Issuer/, 'otherIssuer', 'samlOtherProvider'],
  [/Issuer/, 'noIssuer', 'samlOtherProvider'],

  // Times.
  [/^NotOnOrAfter has passed/, 'ended', 'samlClock'],
  [/^NotBefore is to come/, 'notYet', 'samlClock'],
  [/^issued too long ago/, 'tooOld', 'samlClock'],
  [/in the future$/, 'fromFuture', 'samlClock'],
  [/^signed in too long ago|^the session at the provider has ended/, 'signInTooOld', 'samlOldSignIn'],
  [/^good for too long/, 'tooLong', 'samlInvalid'],
  [
    /is not a time$|^no (?:IssueInstant|NotOnOrAfter|AuthnInstant)$|^a confirmation with NotBefore/,
    'noTime',
    'samlInvalid',
  ],

  // The audience.
  [/^no (?:AudienceRestriction|Conditions)$/, 'noAudience', 'samlOtherReceiver'],
  [/Audience/, 'otherAudience', 'samlOtherReceiver'],
  [/^an unknown condition/, 'unknownCondition', 'samlInvalid'],
  [/^another Recipient/, 'otherRecipient', 'samlOtherReceiver'],
  [/by bearer$|SubjectConfirmation/, 'notBearer', 'samlNotConfirmed'],

  // The person.
  [/^no AuthnStatement/, 'noSignIn', 'samlInvalid'],
  [/^white space around/, 'blankAround', 'samlBlankAround'],
  [/^no (?:Subject|NameID)$/, 'noSubject', 'samlNoEmail'],
  [/^a NameID with another address/, 'otherNameId', 'samlOtherNameId'],
  [/^no attribute with the email|^no AttributeValue/, 'noEmailAttribute', 'samlNoEmail'],
  [/^two values of the email/, 'severalEmails', 'samlNoEmail'],
  [/^no email address|AttributeValue/, 'notAnEmail', 'samlNoEmail'],
  [/^an empty NameID|^a NameID that is too long|NameID holds more/, 'subjectForm', 'samlNoEmail'],
  [/^(?:a RelayState|a SessionIndex|too many sessions)/, 'structure', 'samlStructure'],
  [/^(?:no ID|more than one |an empty )|holds more than text$/, 'missingPart', 'samlStructure'],
];

/** `other` for a message that the table does not have: only the library, which checks last, has such messages. */
export function toldOf(message: string): Told {
  const [, reason, log, check] = rows.find(([pattern]) => pattern.test(message)) ?? [
    undefined,
    'other' as const,
    'samlInvalid' as const,
  ];
  return { reason, log, ...(check !== undefined && { check }) };
}

/** The reason of the sign-in log for a refused message. */
export const samlReason = ({ reason }: { readonly reason: string }): EventReason => toldOf(reason).log;
