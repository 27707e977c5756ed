/** The service's own SAML metadata for a company, which its admin gives to the identity provider. */
import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { samlAddresses } from '#security/saml/addresses.ts';
import { publishedCertificates } from '#security/saml/keys.ts';
import { serviceProviderMetadata } from '#security/saml/service-provider-metadata.ts';
import { findCompanyName } from '#store/accounts/accounts.ts';
import { canBeCompanyId } from '#store/accounts/saml-configurations.ts';

/** Throws `Refusal('notFound')` for an unknown company, and while the service has no SAML key. */
export async function samlMetadataOf(companyId: string, deps: Deps): Promise<string> {
  const { saml } = deps.keys;
  const known =
    saml !== undefined &&
    canBeCompanyId(companyId) &&
    (await findCompanyName(deps.store.relaxed, companyId)) !== undefined;
  if (!known) throw new Refusal('notFound');
  // In lower case, as the database spells it: the addresses of a company have one spelling.
  return serviceProviderMetadata(
    samlAddresses(deps.settings.publicUrl, companyId.toLowerCase()),
    publishedCertificates(saml, deps.clock()),
  );
}
