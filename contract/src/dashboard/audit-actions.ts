/** The changes that the audit log knows, in the order of a menu. */
export const auditActions = [
  'methodChanged',
  'statusChanged',
  'secondStepChanged',
  'roleChanged',
  'signedOut',
  'emailChangeAsked',
  'emailChangeCancelled',
  'newPasswordAsked',
  'invited',
  'invitationResent',
  'invitationRevoked',
  'domainAdded',
  'domainVerified',
  'domainRemoved',
  'domainLost',
  'domainTakenOver',
  'samlConfigured',
  'samlRemoved',
  'samlTested',
  'policyChanged',
] as const;
export type AuditAction = (typeof auditActions)[number];
