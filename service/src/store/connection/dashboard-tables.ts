/** The tables that only the dashboard has. The migrations document the columns. */
import type { RecordProblem } from '@app/contract/dashboard/single-sign-on.ts';
import type { Generated } from 'kysely';

export interface DashboardTables {
  last_sign_ins: { account_id: string; company_id: string; at: Date; country: string | null };
  audit_log: {
    id: Generated<string>;
    company_id: string;
    at: Date;
    /** null, and the address too: the service itself. */
    actor_id: string | null;
    actor_email: string | null;
    action: string;
    target_id: string | null;
    target: string | null;
    before: unknown;
    after: unknown;
    request_id: string | null;
  };
  invitation_parts: {
    batch: Buffer;
    part: number;
    results: unknown;
    expires_at: Date;
  };
  domain_claims: {
    company_id: string;
    domain: string;
    value: string;
    created_at: Date;
    verified_at: Date | null;
    checked_at: Date | null;
    failed_checks: Generated<number>;
    lost_at: Date | null;
    problem: RecordProblem | null;
    found: unknown;
    next_check_at: Date | null;
  };
  saml_tests: {
    id: string;
    company_id: string;
    account_id: string;
    family_id: string;
    request_id: string;
    relay_state: Buffer;
    revision: string;
    started_at: Date;
    expires_at: Date;
    answered_at: Date | null;
    passed: boolean | null;
    report: unknown;
    answer: string | null;
  };
}
