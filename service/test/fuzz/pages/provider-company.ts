/** A company of a fuzz run that signs in through its identity provider, and the attempts that the provider answers. */
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Agent } from 'node:http';

import { samlAddresses } from '#security/saml/addresses.ts';
import { claimDomain, insertAccount, insertCompany } from '#store/accounts/accounts.ts';
import { upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { exchange } from '#test/fuzz/calls/exchange.ts';
import type { FuzzedService } from '#test/fuzz/calls/people.ts';

import { fuzzedProvider, type MessageFacts } from './provider-messages.ts';

export interface ProviderCompany {
  readonly id: string;
  /** Begins a sign-in and says what the provider's answer to it has to name. */
  attempt(client: string): Promise<MessageFacts>;
}

export async function createProviderCompany(service: FuzzedService, agent: Agent): Promise<ProviderCompany> {
  const { store, publicUrl, url } = service;
  const id = randomUUID();
  const domain = `provider-${id.slice(0, 8)}.test`;
  const email = `sam@${domain}`;
  await insertCompany(store.durable, { id, name: 'Northline Provider' });
  await claimDomain(store.durable, { domain, companyId: id, method: 'saml' });
  const { certificate, ...provider } = fuzzedProvider;
  const configuration = {
    ...provider,
    companyId: id,
    certificates: [certificate],
    emailAttribute: undefined,
  };
  await upsertSamlConfiguration(configuration, service.now()).execute(store.durable);
  const account = {
    id: randomUUID(),
    companyId: id,
    email,
    roles: ['User'],
    name: 'Sam',
    language: 'en',
  } as const;
  await insertAccount(store.durable, { ...account, method: 'saml', status: 'active', secondStep: 'off' });

  return {
    id,
    async attempt(client) {
      const back = encodeURIComponent(`${publicUrl}/login/sso?state=${'s'.repeat(43)}`);
      const target = `/auth/v1/saml/${id}/login?redirect_uri=${back}&code_challenge=${'A'.repeat(43)}`;
      const headers = { 'x-forwarded-for': client };
      const answer = await exchange(url, { method: 'GET', target, headers, body: undefined }, agent);
      const location = answer?.headers.location ?? '';
      if (!location.startsWith(provider.ssoUrl))
        throw new Error(`No sign-in begins: ${answer?.status} ${location}`);
      const { searchParams } = new URL(location);
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      return {
        requestId: / ID="([^"]+)"/.exec(request)?.[1] ?? '',
        relayState: searchParams.get('RelayState') ?? '',
        email,
        now: service.now(),
        addresses: samlAddresses(publicUrl, id),
      };
    },
  };
}
