/** Calls whose statements fail: their errors are logged whole, and answered with 5xx. */
import { sql } from 'kysely';
import { endpoints, type Body, type PublicCallName } from '@app/contract/calls/endpoints.ts';

import type { TestDeps } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';

const tables = ['accounts', 'families', 'links', 'domains', 'refresh_tokens', 'sso_codes', 'audit_log'];

/** Does the work while tables are gone: each statement about one fails. */
export async function withoutTables(deps: TestDeps, work: () => Promise<void>): Promise<void> {
  const { durable } = deps.store;
  const rename = async (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(durable);
  for (const table of tables) await rename(table, `gone_${table}`);
  try {
    await work();
  } finally {
    for (const table of tables) await rename(`gone_${table}`, table);
  }
}

/** A body of each call that is taken as far as the database, with secrets in every field that can have one. */
function bodies({ secrets, issuer, deps }: CanaryService): { [Name in PublicCallName]: Body<Name> } {
  const email = 'ada@northline.test';
  const password = secrets.plant('password of a fault');
  const handle = (name: string): string => secrets.plantWord(`${name} of a fault`);
  const chosen = { password, passwordConfirmation: password };
  const idToken = secrets.learn('ID token of a fault', issuer.token(email, deps.clock()));
  return {
    signInWithPassword: { email, password },
    verifyCode: { email, code: '482913', session: handle('session') },
    verifySetUp: { email, setup: handle('setup'), code: '482914', session: handle('set-up session') },
    verifyRecoveryCode: { email, recoveryCode: '0'.repeat(20), session: handle('recovery session') },
    resendCode: { email },
    refreshTokens: { refreshToken: handle('refreshToken') },
    revokeTokens: { refreshToken: handle('revoked token') },
    issueDeviceToken: {},
    startPasskeySignIn: {},
    signInWithPasskey: {
      credential: {
        id: handle('credential id'),
        response: {
          clientDataJSON: handle('client data'),
          authenticatorData: handle('authenticator data'),
          signature: handle('signature'),
          userHandle: handle('user handle'),
        },
      },
    },
    signInWithGoogle: { idToken },
    startCompanySso: { companyId: 'c0000000-0000-4000-8000-000000000001' },
    startSso: { email },
    checkSsoDomain: { domain: 'northline.test' },
    signInWithSsoCode: { code: handle('SSO code'), codeVerifier: `${handle('verifier')}${'x'.repeat(24)}` },
    recoverPassword: { email },
    resetPassword: { email, code: handle('reset code'), ...chosen },
    acceptInvitation: {
      email,
      confirmationCode: handle('invitation'),
      ...chosen,
      timezone: 'UTC',
      lang: 'en-US',
    },
    signUp: { email, name: 'Mia', companyName: 'Fault' },
    confirmSignUp: { email, confirmationCode: handle('sign-up'), ...chosen },
    declineInvitation: { email, confirmationCode: handle('declined invitation') },
    confirmIdentity: { email, confirmationCode: handle('identity') },
    sendDeviceLink: { email },
    confirmDevice: {
      email,
      code: handle('device link'),
      contextData: { deviceToken: handle('device token') },
    },
    disownSignIn: { email, confirmationCode: handle('new device link') },
    removePasskeyByLink: { email, confirmationCode: handle('passkey link') },
    checkLink: { kind: 'reset', email, token: handle('checked link') },
  };
}

export async function visitFaults(canary: CanaryService): Promise<void> {
  for (const [call, payload] of Object.entries(bodies(canary)))
    await canary.send({
      call,
      url: endpoints[call as PublicCallName].path,
      payload,
      headers: { 'idempotency-key': undefined },
    });
}
