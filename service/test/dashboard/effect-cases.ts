/** The effects of every changing call of the dashboard, for the test of which ones need a recent sign-in. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minutes } from '@app/contract/fields/durations.ts';
import { TOTP } from 'otpauth';

import { givePasskey, newPasskeyJson, upgradeJson } from '#test/passkeys/passkey-driver.ts';
import type { createDashboardDriver, SignedIn } from '#test/drivers/dashboard-driver.ts';
import { setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import type { TestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

import type { Case, Changing, Effects, Parts, Scene } from './effect.ts';

export function effectCases(
  service: TestApp,
  driver: ReturnType<typeof createDashboardDriver>,
): Readonly<Record<Changing, Effects>> {
  const set =
    (change: object, of?: Parameters<typeof createAccount>[1]): Case =>
    async ({ company, other }) => {
      const person = of && (await createAccount(service.deps, { companyId: company.id, ...of }));
      return { body: { ids: [(person ?? other.account).id], change } };
    };
  /** A session of the admin: that of the call, or another. */
  async function sessionOf({ admin }: Scene, current = true): Promise<string> {
    const { body } = await driver.call('listOwnSessions', { as: admin });
    return body.items.find((session) => session.current === current)?.id ?? '';
  }
  /** A device that the account knows. */
  async function deviceOf({ account: { id } }: SignedIn): Promise<string> {
    const device = Buffer.alloc(32, 7);
    await sql`insert into devices (account_id, device, known_at, last_used_at)
      values (${id}::uuid, ${device}, now(), ${new Date(service.deps.clock())})`.execute(
      service.deps.store.durable,
    );
    return device.toString('hex');
  }
  const ofOther: Case = ({ other }) => ({ params: { userId: other.account.id } });
  const passkeyOf = async ({ account }: SignedIn) => ({
    params: { passkeyId: (await givePasskey(service.deps, account.id)).row },
  });
  const newEmail = (domain = 'guest.test') => `new-${randomUUID()}@${domain}`;
  const invited =
    (role: string): Case =>
    () => ({ body: { invitations: [{ email: newEmail(), role }] } });
  const invitation = async ({ admin }: Scene, role = 'User'): Promise<string> => {
    const body = { invitations: [{ email: newEmail(), role }] };
    return (await driver.call('invite', { as: admin, body })).body.results[0]?.id ?? '';
  };
  const pendingDomain = async ({ admin }: Scene): Promise<{ domain: string }> => {
    const domain = `d${randomUUID()}.test`;
    const { body } = await driver.call('addDomain', { as: admin, body: { domain } });
    service.deps.records.set(body.record.name, [body.record.value]);
    return { domain };
  };
  const policy = async ({ admin }: Scene, change: object): Promise<Parts> => {
    const { body } = await driver.call('readPolicy', { as: admin });
    return { body: { ...change, version: body.version } };
  };
  const requireSso = async (scene: Scene): Promise<Parts> => {
    await service.deps.store.durable
      .updateTable('saml_configurations')
      .set({ tested_at: new Date(service.deps.clock()) })
      .where('company_id', '=', scene.company.id)
      .execute();
    return policy(scene, { sso: { required: true, breakGlassUserId: scene.admin.account.id } });
  };
  const password = `Harbour-Lantern-${randomUUID().slice(0, 8)}`;

  return {
    changeUsers: {
      asks: {
        'second step off': set({ secondStep: 'off' }),
        'second step for unknown devices alone': set({ secondStep: 'unrecognised' }),
        'second step as the company has it': set({ secondStep: 'company' }, { secondStep: 'always' }),
        'second step of the own account': ({ admin }) => ({
          body: { ids: [admin.account.id], change: { secondStep: 'unrecognised' } },
        }),
        'another method': set({ method: 'google' }),
        'back to the password': set({ method: 'password' }, { method: 'google' }),
        disabled: set({ status: 'disabled' }),
        'enabled again': set({ status: 'active' }, { status: 'disabled' }),
        'made an admin': set({ role: 'Admin' }, { roles: [] }),
        'no admin any more': set({ role: 'User' }),
      },
      spared: {
        'second step always': set({ secondStep: 'always' }),
        'no change': set({ secondStep: 'off' }, { secondStep: 'off' }),
      },
    },
    renameUser: {
      asks: {
        'another name': ({ other }) => ({
          params: { userId: other.account.id },
          body: { name: 'Ivy Lang' },
        }),
      },
      spared: {
        'the same name': ({ other: { account } }) => ({
          params: { userId: account.id },
          body: { name: account.name },
        }),
      },
    },
    signOutUsers: { asks: { 'sessions of others': ({ other }) => ({ body: { ids: [other.account.id] } }) } },
    requestEmailChange: {
      asks: {
        'another address': ({ other, company }) => ({
          params: { userId: other.account.id },
          body: { email: newEmail(company.domains[0]) },
        }),
      },
    },
    cancelEmailChange: {
      asks: {
        'a requested address': async ({ admin, other, company }) => {
          const params = { userId: other.account.id };
          const body = { email: newEmail(company.domains[0]) };
          await driver.call('requestEmailChange', { as: admin, params, body });
          return { params };
        },
      },
    },
    requestNewPassword: { asks: { 'a password that stops working': ofOther } },
    removeUserFactors: {
      asks: {
        'an app of another': async ({ other }) => {
          await setUpAuthenticator(service.deps, other.account.id);
          return { params: { userId: other.account.id } };
        },
      },
    },
    giveTemporaryPass: { asks: { 'a way in for another': ofOther } },
    endUserSession: {
      asks: {
        'a session of another': async ({ other }) => {
          const { body } = await driver.call('listOwnSessions', { as: other });
          return { params: { userId: other.account.id, sessionId: body.items[0]?.id ?? '' } };
        },
      },
    },
    forgetUserDevice: {
      asks: {
        'a device of another': async ({ other }) => ({
          params: { userId: other.account.id, deviceId: await deviceOf(other) },
        }),
      },
    },
    invite: { asks: { 'an admin': invited('Admin') }, spared: { 'a user': invited('User') } },
    resendInvitations: {
      asks: { 'of an admin': async (scene) => ({ body: { ids: [await invitation(scene, 'Admin')] } }) },
      spared: { 'of a user': async (scene) => ({ body: { ids: [await invitation(scene)] } }) },
    },
    revokeInvitations: {
      asks: { 'an open one': async (scene) => ({ body: { ids: [await invitation(scene)] } }) },
    },
    revokeInvitation: {
      asks: { 'an open one': async (scene) => ({ params: { invitationId: await invitation(scene) } }) },
    },
    addDomain: { asks: { 'a new one': () => ({ body: { domain: `d${randomUUID()}.test` } }) } },
    verifyDomain: { asks: { 'a proven one': async (scene) => ({ params: await pendingDomain(scene) }) } },
    removeDomain: { asks: { 'an own one': async (scene) => ({ params: await pendingDomain(scene) }) } },
    deleteSamlConfiguration: { asks: { 'the provider': () => ({}) } },
    startSamlTest: { spared: { 'a test sign-in': () => ({}) } },
    changePolicy: {
      asks: {
        'second step off': (scene) => policy(scene, { secondStep: 'off' }),
        'single sign-on required': requireSso,
        'single sign-on no longer required': async (scene) => {
          const { body } = await requireSso(scene);
          await driver.call('changePolicy', { as: scene.admin, body });
          return policy(scene, { sso: { required: false } });
        },
      },
    },
    changeAccount: { spared: { 'a name': () => ({ body: { name: 'Cleo' } }) } },
    changePassword: {
      spared: {
        'with the present password': () => ({
          body: { currentPassword: rightPassword, password, passwordConfirmation: password },
        }),
      },
    },
    reauthenticate: { spared: { 'with the password': () => ({ body: { password: rightPassword } }) } },
    startAuthenticator: { asks: { 'a secret for an app': () => ({}) } },
    addAuthenticator: {
      asks: {
        'an app': async ({ admin }) => {
          const { body } = await driver.call('startAuthenticator', { as: admin });
          // Of the moment in which the call is made.
          const code = new TOTP({ secret: body.secret }).generate({
            timestamp: service.deps.clock() + minutes(16),
          });
          return { body: { setup: body.setup, code } };
        },
      },
    },
    removeAuthenticator: {
      asks: {
        'an app': async ({ admin }) => {
          await setUpAuthenticator(service.deps, admin.account.id);
          return {};
        },
      },
    },
    makeRecoveryCodes: {
      asks: {
        'new ones': async ({ admin }) => {
          await setUpAuthenticator(service.deps, admin.account.id);
          return {};
        },
      },
    },
    endOwnSession: {
      asks: {
        'another session': async (scene) => ({ params: { sessionId: await sessionOf(scene, false) } }),
      },
      spared: {
        'the session of the call': async (scene) => ({ params: { sessionId: await sessionOf(scene) } }),
      },
    },
    endOtherSessions: { asks: { 'all others': () => ({}) } },
    startPasskey: { asks: { 'of the own account': () => ({ body: {} }) } },
    addPasskey: {
      asks: {
        // The challenge is of the moment in which the call is made.
        'to the own account': ({ admin: { account } }) => ({
          body: { credential: newPasskeyJson(service.deps, account.id, minutes(16)) },
        }),
      },
    },
    renamePasskey: {
      spared: { own: async ({ admin }) => ({ ...(await passkeyOf(admin)), body: { name: 'Phone' } }) },
    },
    removePasskey: { asks: { own: ({ admin }) => passkeyOf(admin) } },
    acceptPasskeyOffer: {
      first: {
        'a passkey': ({ admin: { account } }) => ({
          body: { credential: upgradeJson(service.deps, account.id, minutes(16)) },
        }),
      },
    },
    declinePasskeyOffer: { spared: { own: () => ({}) } },
    forgetOwnDevice: {
      asks: {
        'a known device': async ({ admin }) => ({ params: { deviceId: await deviceOf(admin) } }),
      },
    },
  };
}
