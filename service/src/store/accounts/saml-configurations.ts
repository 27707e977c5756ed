/** The identity providers of the companies: which company a domain belongs to, and what is known of its provider. */
import { type RawBuilder, sql } from 'kysely';
import type { SamlBinding, SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import { hours } from '@app/contract/fields/durations.ts';

import type { Statement } from '#store/connection/one-statement.ts';
import type { Reader } from '#store/connection/pools.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for what can be the id of a company: it comes from an address, which can contain anything. */
export const canBeCompanyId = (text: string): boolean => uuid.test(text);

/** What is known of a company's identity provider; undefined for an unknown company, and for one that has none. */
export async function findSamlConfiguration(
  db: Reader,
  companyId: string,
): Promise<SamlConfiguration | undefined> {
  if (!canBeCompanyId(companyId)) return undefined;
  return findConfiguration(db, companyId, sql`true`);
}

/**
 * The identity provider by which the company's people sign in: only that of a company with a claimed domain. Anyone may
 * sign up a company and upload any addresses for it; the service does not redirect to them (threat D1).
 */
export async function findProviderInUse(
  db: Reader,
  companyId: string,
): Promise<SamlConfiguration | undefined> {
  if (!canBeCompanyId(companyId)) return undefined;
  return findConfiguration(
    db,
    companyId,
    sql`exists (select from domains d where d.company_id = s.company_id)`,
  );
}

async function findConfiguration(
  db: Reader,
  companyId: string,
  onlyIf: RawBuilder<unknown>,
): Promise<SamlConfiguration | undefined> {
  const { rows } = await sql<ConfigurationRow>`
    select s.*, c.provider_sign_in_hours from saml_configurations s join companies c on c.id = s.company_id
    where s.company_id = ${companyId} and ${onlyIf}`.execute(db);
  return rows[0] && toConfiguration(rows[0]);
}

interface ConfigurationRow {
  company_id: string;
  entity_id: string;
  sso_url: string;
  sso_binding: SamlBinding | null;
  logout_url: string | null;
  logout_binding: SamlBinding | null;
  logout_response_url: string | null;
  certificates: string[];
  email_attribute: string | null;
  provider_sign_in_hours: number | null;
}

const toConfiguration = (row: ConfigurationRow): SamlConfiguration => ({
  companyId: row.company_id,
  entityId: row.entity_id,
  ssoUrl: row.sso_url,
  ...(row.sso_binding !== null && { ssoBinding: row.sso_binding }),
  logoutUrl: row.logout_url ?? undefined,
  ...(row.logout_binding !== null && { logoutBinding: row.logout_binding }),
  ...(row.logout_response_url !== null && { logoutResponseUrl: row.logout_response_url }),
  certificates: row.certificates,
  emailAttribute: row.email_attribute ?? undefined,
  ...(row.provider_sign_in_hours !== null && { maxSignInAge: hours(row.provider_sign_in_hours) }),
});

/** The company that claimed the domain (lower case) for SAML and has an identity provider. */
export async function findCompanyOfDomain(
  db: Reader,
  domain: string,
): Promise<{ companyId: string } | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    select d.company_id from domains d
    join saml_configurations s on s.company_id = d.company_id
    where d.domain = ${domain} and d.method = 'saml'`.execute(db);
  return rows[0] && { companyId: rows[0].company_id };
}

/** Inserts or replaces a company's identity provider. An earlier test no longer counts. */
export function upsertSamlConfiguration(configuration: SamlConfiguration, now: number): Statement {
  const { companyId, entityId, ssoUrl, logoutUrl, certificates, emailAttribute } = configuration;
  const { ssoBinding = null, logoutBinding = null, logoutResponseUrl = null } = configuration;
  return sql`
    insert into saml_configurations
      (company_id, entity_id, sso_url, sso_binding, logout_url, logout_binding, logout_response_url, certificates,
        email_attribute, updated_at)
    select ${companyId}::uuid, ${entityId}::text, ${ssoUrl}::text,
      ${ssoBinding}::text, ${logoutUrl ?? null}::text,
      ${logoutBinding}::text, ${logoutResponseUrl}::text,
      ${JSON.stringify(certificates)}::jsonb, ${emailAttribute ?? null}::text, ${new Date(now)}::timestamptz
    from companies c where c.id = ${companyId}::uuid
    on conflict (company_id) do update set entity_id = excluded.entity_id, sso_url = excluded.sso_url,
      sso_binding = excluded.sso_binding, logout_url = excluded.logout_url, logout_binding = excluded.logout_binding,
      logout_response_url = excluded.logout_response_url, certificates = excluded.certificates,
      email_attribute = excluded.email_attribute, updated_at = excluded.updated_at,
      revision = gen_random_uuid(), tested_at = null
    returning company_id`;
}
