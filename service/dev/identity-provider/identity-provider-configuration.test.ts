import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { claimDomain } from '#store/accounts/accounts.ts';
import { findSamlConfiguration, upsertSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { createTestDeps } from '#test/setup/test-deps.ts';

import { identityProviderAddresses } from './identity-provider-answer.ts';
import {
  configureDemoCompany,
  makeIdentityProviderKey,
  readIdentityProviderKey,
} from './identity-provider-configuration.ts';
import { certificateOf } from './saml-key.ts';

describe('after a restart', () => {
  it('the key is the same, and only its owner can read the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'identity-provider-'));
    const keys = await Promise.all([readIdentityProviderKey(folder), readIdentityProviderKey(folder)]);
    expect(keys[1]).toEqual(keys[0]);
    expect(await readIdentityProviderKey(folder)).toEqual(keys[0]);
    expect((await stat(join(folder, 'identity-provider.json'))).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });

  it("the demo company's configuration matches the key and the address, unless another one was uploaded", async () => {
    const deps = await createTestDeps();
    const db = deps.store.durable;
    const { id: companyId } = deps.company;
    const key = await makeIdentityProviderKey();
    await claimDomain(db, { domain: 'northline-sso.test', companyId, method: 'saml' });
    for (const address of ['http://localhost:4000', 'http://localhost:4100']) {
      await configureDemoCompany(deps.store, address, key, deps.clock());
      expect(await findSamlConfiguration(deps.store.relaxed, companyId)).toEqual({
        companyId,
        ...identityProviderAddresses(address),
        certificates: [certificateOf(key)],
        emailAttribute: 'email',
      });
    }
    const other = { entityId: 'https://idp.example/metadata', ssoUrl: 'https://idp.example/sso' };
    const uploaded = {
      companyId,
      ...other,
      logoutUrl: undefined,
      certificates: ['MII'],
      emailAttribute: undefined,
    };
    await upsertSamlConfiguration(uploaded, deps.clock()).execute(db);
    await configureDemoCompany(deps.store, 'http://localhost:4000', key, deps.clock());
    expect(await findSamlConfiguration(deps.store.relaxed, companyId)).toEqual(uploaded);
    await deps.close();
  });
});
