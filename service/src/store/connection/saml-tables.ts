/** The tables of single sign-on. The migrations document the columns. */
import type { SamlBinding } from '@app/contract/calls/saml-configuration.ts';
import type { Generated } from 'kysely';

export interface SamlTables {
  saml_configurations: {
    company_id: string;
    entity_id: string;
    sso_url: string;
    sso_binding: SamlBinding | null;
    logout_url: string | null;
    logout_binding: SamlBinding | null;
    logout_response_url: string | null;
    certificates: string[];
    email_attribute: string | null;
    updated_at: Date;
    revision: Generated<string>;
    tested_at: Date | null;
  };
  saml_requests: {
    id: string;
    company_id: string;
    relay_state: Buffer;
    redirect_uri: string;
    code_challenge: string | null;
    logout_token: Buffer | null;
    started_by: Buffer | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  used_assertions: { issuer: string; assertion_id: string; expires_at: Date };
  sso_codes: {
    code: Buffer;
    account_id: string;
    redirect_uri: string;
    code_challenge: string | null;
    credential_version: number;
    logout_token: Buffer | null;
    saml_session: unknown;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  saml_sessions: {
    family_id: string;
    company_id: string;
    issuer: string;
    name_id: string;
    format: string | null;
    name_qualifier: string | null;
    sp_name_qualifier: string | null;
    session_index: string | null;
    logout_token: Buffer | null;
  };
  saml_logouts: {
    id: string;
    company_id: string;
    relay_state: Buffer;
    expires_at: Date;
    used_at: Date | null;
  };
}
