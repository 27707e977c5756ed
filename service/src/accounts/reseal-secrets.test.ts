/** The secrets of authenticator apps outlive the key that sealed them (docs/decisions/factors.md). */
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';

import { openSecret } from '#security/factors/sealed-secret.ts';
import { addKey, retireKeys, switchKey } from '#security/tokens/key-changes.ts';
import { loadKeys, makeKeySet, makeSecretJwk } from '#security/tokens/keys.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { resealSecrets } from './reseal-secrets.ts';

const first = makeKeySet().keys;
const when = { now: Date.now(), atOnce: true };
const both = switchKey(addKey(first, 'secret', makeSecretJwk('secret-2'), when), 'secret', when);
const second = retireKeys(both, 'secret', when).keys;

const deps = await createTestDeps({ keys: loadKeys({ keys: first }) });
afterAll(() => deps.close());

it('seals each secret once by the key in use, so that the old key can go', async () => {
  const { id } = await createAccount(deps);
  await setUpAuthenticator(deps, id);
  const stored = async () => {
    const { rows } = await sql<{
      secret: Buffer;
    }>`select secret from authenticators where account_id = ${id}`.execute(deps.store.durable);
    return rows[0]?.secret ?? Buffer.alloc(0);
  };
  const secret = openSecret(loadKeys({ keys: first }), id, await stored());
  expect(secret).toHaveLength(20);
  expect(openSecret(loadKeys({ keys: second }), id, await stored())).toBeUndefined();
  const { store } = deps;
  // By a process that has only the new key nothing can be sealed, and nothing is lost.
  expect(await resealSecrets({ store, keys: loadKeys({ keys: second }) })).toBe(0);
  expect(await resealSecrets({ store, keys: loadKeys({ keys: both }) })).toBe(1);
  expect(await resealSecrets({ store, keys: loadKeys({ keys: both }) })).toBe(0);
  expect(openSecret(loadKeys({ keys: second }), id, await stored())).toEqual(secret);
});
