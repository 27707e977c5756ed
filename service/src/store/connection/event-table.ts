/** The table of the sign-in log. */
import type { Generated } from 'kysely';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

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
  | 'deviceForgotten'
  | 'deviceLinkAsked'
  | 'deviceConfirmed'
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

export interface EventTable {
  events: {
    id: Generated<string>;
    event_id: string;
    company_id: Generated<string>;
    account_id: string | null;
    email: Generated<string | null>;
    kind: EventKind;
    method: Strategy | null;
    outcome: Generated<EventOutcome>;
    reason: EventReason | null;
    detail: string | null;
    support_code: string | null;
    client: string;
    platform: Platform;
    at: Date;
  };
}
