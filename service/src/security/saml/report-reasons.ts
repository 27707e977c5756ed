/** The reason that an admin reads for each refusal of a SAML answer, and the check that it belongs to. */
import type { SamlCheck, SamlReason } from '@app/contract/dashboard/saml-test.ts';

interface Told {
  readonly reason: SamlReason;
  /** Where it is another check than the one that was being made. */
  readonly check?: SamlCheck;
}

/** By the message of the refusal, or how it begins. */
const reasons: readonly (readonly [message: RegExp, told: Told])[] = [
  [/^too large|^too many|^too deep/, { reason: 'tooLarge', check: 'readable' }],
  [
    /^(?:another version|no Response|no assertion$|no Assertion|more than one assertion)/,
    { reason: 'structure', check: 'readable' },
  ],
  [/^unsigned: |^the answer is not signed/, { reason: 'unsigned' }],
  [/^changed message|^no good signature/, { reason: 'changed' }],
  [/^an algorithm that is not allowed/, { reason: 'weakAlgorithm' }],
  [
    /^(?:a key transport |another hash |an encryption |no EncryptedKey|not encrypted for us|encrypted, and there is no key|within the encryption|something else was encrypted|CBC |EncryptedData |not one )/,
    { reason: 'notDecrypted' },
  ],
  [/^unknown key|^no known key/, { reason: 'unknownKey', check: 'certificate' }],
  [/^no certificate of the provider/, { reason: 'certificatesEnded', check: 'certificate' }],
  [/^(?:an answer to|a confirmation of) another request/, { reason: 'otherRequest', check: 'request' }],
  [/^the provider refused/, { reason: 'denied' }],
  [/^the provider failed|Status/, { reason: 'providerFailed' }],
  [/^another Destination/, { reason: 'otherDestination' }],
  [/^no Issuer|^an empty Issuer/, { reason: 'noIssuer' }],
  [/Issuer/, { reason: 'otherIssuer' }],
  [/^NotOnOrAfter has passed/, { reason: 'ended' }],
  [/^NotBefore is to come/, { reason: 'notYet' }],
  [/^issued too long ago/, { reason: 'tooOld' }],
  [/in the future$/, { reason: 'fromFuture' }],
  [/^signed in too long ago|^the session at the provider has ended/, { reason: 'signInTooOld' }],
  [/^good for too long/, { reason: 'tooLong' }],
  [
    /is not a time$|^no (?:IssueInstant|NotOnOrAfter|AuthnInstant)|^a confirmation with NotBefore/,
    { reason: 'noTime' },
  ],
  [/^no (?:AudienceRestriction|Conditions)/, { reason: 'noAudience' }],
  [/Audience$/, { reason: 'otherAudience' }],
  [/^an unknown condition/, { reason: 'unknownCondition' }],
  [/^another Recipient/, { reason: 'otherRecipient' }],
  [/bearer$|SubjectConfirmation/, { reason: 'notBearer' }],
  [/^no AuthnStatement/, { reason: 'noSignIn' }],
  [/^no (?:Subject|NameID)/, { reason: 'noSubject' }],
  [/^a NameID with another address/, { reason: 'otherNameId' }],
  [/^no attribute with the email/, { reason: 'noEmailAttribute' }],
  [/^two attributes|AttributeValue/, { reason: 'severalEmails' }],
  [/^no email address/, { reason: 'notAnEmail' }],
  [/NameID/, { reason: 'subjectForm' }],
  [
    /^(?:not base64|the XML|unreadable|not UTF-8|a document type|a comment|a CDATA|a processing|an unknown entity|an attribute twice|text outside|not well-formed|empty$|a character)/,
    { reason: 'notXml', check: 'readable' },
  ],
  [
    /signature|^one ID twice|^an ID of|in another place|of another namespace|within the answer|transforms/,
    { reason: 'structure' },
  ],
];

/** `other` for a message without words of its own. */
export const toldOf = (message: string): Told =>
  reasons.find(([pattern]) => pattern.test(message))?.[1] ?? { reason: 'other' };
