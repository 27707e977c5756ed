/** The tables that only the dashboard has. The migrations document the columns. */
import type { Generated } from 'kysely';

export interface DashboardTables {
  last_sign_ins: { account_id: string; company_id: string; at: Date; country: string | null };
  audit_log: {
    id: Generated<string>;
    company_id: string;
    at: Date;
    actor_id: string;
    actor_email: string;
    action: string;
    target_id: string | null;
    target: string | null;
    before: unknown;
    after: unknown;
    request_id: string;
  };
  invitation_parts: {
    batch: Buffer;
    part: number;
    results: unknown;
    expires_at: Date;
  };
}
