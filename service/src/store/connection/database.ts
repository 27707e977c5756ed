/** The tables, as Kysely knows them. The migrations document the columns. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { LinkKind } from '@app/contract/pages/links.ts';
import type { Language, Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import type { MailKind } from '#store/mail-kinds.ts';

import type { DashboardTables } from './dashboard-tables.ts';
import type { SamlTables } from './saml-tables.ts';
import type { EventTable } from './event-table.ts';

export type { EventKind } from './event-table.ts';
export type { MailKind } from '#store/mail-kinds.ts';

/** When a company asks for the second step (requirements §4 "Second step"). */
export type SecondStep = 'always' | 'unrecognised' | 'off';
export type AccountStatus = 'active' | 'unconfirmed' | 'disabled';
/** The links that confirm and cancel an email-address change. */
export type EmailChangeLinkKind = 'emailChange' | 'emailChangeCancel';
/** The links in emails: those of the app's pages, and those of an email-address change. */
export type MailedLinkKind = LinkKind | EmailChangeLinkKind;
export interface Database extends DashboardTables, EventTable, SamlTables {
  companies: {
    id: string;
    name: string;
    second_step: Generated<SecondStep>;
    sso_required: Generated<boolean>;
    break_glass_id: string | null;
    provider_sign_in_hours: number | null;
    policy_version: Generated<number>;
    created_at: Generated<Date>;
  };
  domains: { domain: string; company_id: string; method: Strategy };
  accounts: {
    id: string;
    company_id: string;
    email: string;
    name: string;
    method: Strategy;
    status: AccountStatus;
    second_step: SecondStep | null;
    language: Language;
    roles: Generated<string[]>;
    password_hash: string | null;
    password_key_id: string | null;
    credential_version: Generated<number>;
    /** Counted by a trigger. */
    version: Generated<number>;
    /** The name as it is searched and sorted by. */
    name_key: GeneratedAlways<string>;
    created_at: Generated<Date>;
    /** Of an unconfirmed account: when its newest invitation was sent; null: `created_at` says it. */
    invited_at: Generated<Date | null>;
    /** Of a disabled account: nobody has confirmed it. Without a meaning for any other status. */
    unproven: Generated<boolean>;
    /** When the invited person declined. */
    declined_at: Generated<Date | null>;
    /** When another company took over the domain of the address. */
    address_lost_at: Generated<Date | null>;
  };
  /** How accounts signed in before their company required single sign-on; they can go back until then. */
  kept_methods: { account_id: string; company_id: string; method: Strategy; kept_until: Date };
  devices: {
    account_id: string;
    device: Buffer;
    known_at: Date;
    last_used_at: Date;
    proven: Generated<boolean>;
    code_spared_until: Date | null;
    user_agent: string | null;
  };
  code_tries: { account_id: string; in_a_row: number; recent: Date[] };
  challenges: {
    id: string;
    session: Buffer;
    account_id: string;
    email: string;
    client: string;
    context: unknown;
    device: Buffer | null;
    tries: Generated<number>;
    resends: Generated<number>;
    resend_at: Date;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  challenge_codes: { challenge_id: string; code: Buffer; expires_at: Date };
  resend_holds: { address: Buffer; resends: number; resend_at: Date };
  families: {
    id: string;
    account_id: string;
    strategy: Strategy;
    event_id: string;
    client: string;
    challenge_id: string | null;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    reauthenticated_at: Date | null;
    platform: Generated<Platform>;
    user_agent: string | null;
    last_used_at: Generated<Date>;
  };
  refresh_tokens: {
    hash: Buffer;
    family_id: string;
    expires_at: Date;
    used_at: Date | null;
    successor: Buffer | null;
    successor_hash: Buffer | null;
  };
  throttles: {
    key: string;
    wrong: number;
    window_ends_at: Date;
    blocked_until: Date;
  };
  throttle_members: {
    key: string;
    member: string;
    wrong: boolean;
    ends_at: Date;
  };
  outbox: {
    id: string;
    kind: MailKind;
    recipient: string;
    language: Language;
    payload: Buffer | null;
    dedupe_key: string | null;
    created_at: Date;
    expires_at: Date;
    next_try_at: Date;
    attempts: Generated<number>;
    sent_at: Date | null;
    failed_at: Date | null;
    failure: string | null;
    bulk: Generated<boolean>;
  };
  idempotency: {
    id: Buffer;
    fingerprint: Buffer;
    claimed_until: Date;
    answer: Buffer | null;
    expires_at: Date;
  };
  signups: {
    id: string;
    email: string;
    name: string;
    company_name: string;
    language: Language;
    browser: Buffer | null;
    password_hash: string | null;
    password_key_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  email_changes: {
    id: string;
    account_id: string;
    new_email: string;
    created_at: Date;
    expires_at: Date;
    done_at: Date | null;
    cancelled_at: Date | null;
  };
  links: {
    id: string;
    kind: MailedLinkKind;
    token: Buffer;
    email: string;
    account_id: string | null;
    signup_id: string | null;
    change_id: string | null;
    invited_by: string | null;
    replaces: string | null;
    issuer: string | null;
    subject: string | null;
    credential_version: number | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    cancelled_at: Date | null;
  };
  identities: { issuer: string; subject: string; account_id: string; created_at: Date };
  used_id_tokens: { token: Buffer; expires_at: Date };
}
