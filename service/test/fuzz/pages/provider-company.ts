/** A company of a fuzz run that signs in through its identity provider, and the attempts that the provider answers. */
import { samlAddresses } from '#security/saml/addresses.ts';
import { beginSso, createSsoCompany, createSsoPerson } from '#test/drivers/sso-driver.ts';
import { callFrom, type TestDeps } from '#test/setup/test-deps.ts';

import { fuzzedProvider, type MessageFacts } from './provider-messages.ts';

export interface ProviderCompany {
  readonly id: string;
  /** Begins a sign-in and says what the provider's answer to it has to name. */
  attempt(client: string): Promise<MessageFacts>;
}

export async function createProviderCompany(deps: TestDeps): Promise<ProviderCompany> {
  const company = await createSsoCompany(deps, fuzzedProvider);
  const { email } = await createSsoPerson(deps, company, { roles: ['User'], secondStep: 'off' });
  const addresses = samlAddresses(deps.settings.publicUrl, company.id);
  return {
    id: company.id,
    async attempt(client) {
      const { requestId, relayState } = await beginSso(deps, company.id, callFrom(client));
      return { requestId, relayState, email, now: deps.clock(), addresses };
    },
  };
}
