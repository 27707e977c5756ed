/** The tables by name, and what their columns may contain. The migrations document the columns. */
import type { LinkKind } from '@app/contract/pages/links.ts';

/** When a company asks for the second step (requirements §4 "Second step"). */
export type SecondStep = 'always' | 'unrecognised' | 'off';
export type AccountStatus = 'active' | 'unconfirmed' | 'disabled';
/** The links that confirm and cancel an email-address change. */
export type EmailChangeLinkKind = 'emailChange' | 'emailChangeCancel';
/** The links in emails: those of the app's pages, and those of an email-address change. */
export type MailedLinkKind = LinkKind | EmailChangeLinkKind;
/** The events of the sign-in log. */
export type EventKind =
  | 'signedIn'
  | 'signedOut'
  | 'refreshReuse'
  | 'sessionsEnded'
  | 'passwordReset'
  | 'passwordChanged'
  | 'reauthenticated'
  | 'profileChanged'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'deviceForgotten'
  | 'deviceLinkAsked'
  | 'deviceConfirmed'
  | 'signInDisowned'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'recoveryCodesMade'
  | 'factorsRemoved'
  | 'temporaryPassGiven'
  | 'newPasswordAsked'
  | 'invited'
  | 'invitationAccepted'
  | 'identityLinked'
  | 'signedUp'
  | 'emailChangeAsked'
  | 'emailChangeCancelled'
  | 'emailChanged'
  | 'methodChanged'
  | 'samlConfigured'
  | 'disabled'
  | 'enabled';

export type TableName =
  | 'accounts'
  | 'audit_log'
  | 'authenticators'
  | 'challenge_codes'
  | 'challenges'
  | 'code_tries'
  | 'companies'
  | 'devices'
  | 'domain_claims'
  | 'domains'
  | 'email_changes'
  | 'events'
  | 'families'
  | 'idempotency'
  | 'identities'
  | 'invitation_parts'
  | 'kept_methods'
  | 'last_sign_ins'
  | 'links'
  | 'locks'
  | 'mailbox_proofs'
  | 'outbox'
  | 'passkeys'
  | 'recovery_codes'
  | 'refresh_tokens'
  | 'resend_holds'
  | 'saml_configurations'
  | 'saml_logouts'
  | 'saml_requests'
  | 'saml_sessions'
  | 'saml_tests'
  | 'signups'
  | 'sso_codes'
  | 'throttle_members'
  | 'throttles'
  | 'used_assertions'
  | 'used_id_tokens';

/** A statement is written in SQL and names the type of its rows; Kysely only runs it. */
export type Database = Record<TableName, Record<string, unknown>>;
