/** The changes that the audit log knows, in the order of a menu. */
export const auditActions = [
  'methodChanged',
  'statusChanged',
  'secondStepChanged',
  'roleChanged',
  'nameChanged',
  'signedOut',
  'sessionEnded',
  'deviceForgotten',
  'emailChangeAsked',
  'emailChangeCancelled',
  'newPasswordAsked',
  'factorsRemoved',
  'temporaryPassGiven',
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
  'personErased',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The values of a change, before or after it: what the service may write, and each with its words on the dashboard. */
export interface AuditValues {
  readonly method?: string;
  readonly status?: string;
  readonly secondStep?: string;
  readonly role?: string | undefined;
  readonly name?: string;
  readonly email?: string;
  /** A browser and system: `Chrome, Windows`. */
  readonly device?: string | undefined;
  readonly entityId?: string;
  readonly ssoUrl?: string;
  readonly logoutUrl?: string | undefined;
  readonly emailAttribute?: string | undefined;
  /** Fingerprints. */
  readonly certificates?: readonly string[];
  readonly sso?: {
    readonly required: boolean;
    readonly breakGlassUserId?: string | undefined;
    /** The address of that account now; only in the list. */
    readonly breakGlassEmail?: string;
  };
  readonly providerSignInHours?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly factorFrom?: number | undefined;
  readonly providerStep?: string | undefined;
  /** How many accounts log in otherwise since. */
  readonly accountsChanged?: number;
}
