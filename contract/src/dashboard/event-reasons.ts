/**
 * Why a sign-in, or a step of one, was refused: the true reasons, only for the sign-in log. The person is often told
 * less, so that nobody can find out who has an account.
 */
export const eventReasons = [
  // The password, and the account of the address.
  'wrongPassword',
  'noPassword',
  'unknownAccount',
  'disabled',
  'unconfirmed',
  'otherMethod',
  // The account was changed while the password was compared.
  'changedMeanwhile',
  // Limits.
  'rateLimited',
  'unknownDevice',
  'renewalRequired',
  'tooManyWrongCodes',
  // The code step.
  'wrongCode',
  'codeExpired',
  'challengeDead',
  'challengeUnknown',
  'resendTooSoon',
  'tooManyCodes',
  // Passkeys.
  'passkeyUnknown',
  'passkeyInvalid',
  'passkeyUsed',
  // Google.
  'googleNotConfigured',
  'googleUnreachable',
  'googleTokenInvalid',
  'googleTokenUsed',
  'googleUnconfirmed',
  'googleOtherIdentity',
  // Single sign-on.
  'samlNotConfigured',
  'samlUnasked',
  'samlRequestUsed',
  'samlRequestExpired',
  'samlAnswerUsed',
  'samlDenied',
  'samlProviderFailed',
  'samlUnsigned',
  'samlUnknownKey',
  'samlChanged',
  'samlNoCertificate',
  'samlEncryption',
  'samlClock',
  'samlOldSignIn',
  'samlOtherReceiver',
  'samlOtherProvider',
  'samlNoEmail',
  'samlTooLarge',
  'samlUnreadable',
  'samlStructure',
  'samlAlgorithm',
  'samlEncryptionMethod',
  'samlIssuerFormat',
  'samlNotConfirmed',
  'samlBlankAround',
  'samlOtherNameId',
  'samlInvalid',
  'samlBadStart',
  'ssoCodeUnknown',
  'ssoCodeUsed',
  'ssoCodeExpired',
  'ssoCodeOtherBrowser',
  // Mailed links.
  'linkUnknown',
  'linkUsed',
  'linkCancelled',
  'linkExpired',
  'domainClaimed',
  // Load and faults.
  'overloaded',
  'unavailable',
  'fault',
] as const;
export type EventReason = (typeof eventReasons)[number];
