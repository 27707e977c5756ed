/** What the dashboard knows of a company's SAML configuration besides its values: tested or not, and its removal. */
import { sql } from 'kysely';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

export interface ConfigurationState {
  /** Another one with each upload. */
  readonly revision: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly testedAt: number | undefined;
}

export async function findConfigurationState(
  db: Reader,
  companyId: string,
): Promise<ConfigurationState | undefined> {
  const { rows } = await sql<{ revision: string; updated_at: Date; tested_at: Date | null }>`
    select revision, updated_at, tested_at from saml_configurations where company_id = ${companyId}`.execute(
    db,
  );
  const [row] = rows;
  return (
    row && {
      revision: row.revision,
      updatedAt: row.updated_at.getTime(),
      testedAt: row.tested_at?.getTime(),
    }
  );
}

/** Deletes the provider: the company's domains answer by the password again. False if there was none. */
export async function deleteSamlConfiguration(db: DurableTransaction, companyId: string): Promise<boolean> {
  await sql`
    update domains set method = 'password' where company_id = ${companyId}::uuid and method = 'saml'`.execute(
    db,
  );
  const { rows } = await sql`
    delete from saml_configurations where company_id = ${companyId}::uuid returning 1`.execute(db);
  return rows.length === 1;
}

/** With a provider, the company's domains answer by single sign-on. */
export async function useSamlForDomains(db: DurableTransaction, companyId: string): Promise<void> {
  await sql`
    update domains set method = 'saml' where company_id = ${companyId}::uuid and method = 'password'`.execute(
    db,
  );
}
