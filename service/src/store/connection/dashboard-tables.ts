/** The tables that only the dashboard has. The migrations document the columns. */
import type { Generated } from 'kysely';

export interface DashboardTables {
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
}
