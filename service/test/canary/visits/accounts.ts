/** The whole ways of a person with a password: sign-up, sign-in, code, reset, invitation, device, email change. */
import type { AuthenticatorSetup } from '@app/contract/calls/new-factor.ts';
import { endpoints, type Body, type EndpointName } from '@app/contract/calls/endpoints.ts';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { Secret, TOTP } from 'otpauth';

import { newHandle } from '#security/tokens/handles.ts';
import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { makeCodes, setUpAuthenticator } from '#test/drivers/factor-driver.ts';
import { newestLink } from '#test/drivers/link-driver.ts';
import { callFrom, createAccount, newestCode, rightPassword } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';
import { nested } from '#test/canary/secrets.ts';

const noSecret = { 'idempotency-key': undefined, 'content-type': 'application/json' };

/** Makes a call of the contract that has to be taken. */
export async function callOf<Name extends EndpointName>(canary: CanaryService, call: Name, body: Body<Name>) {
  const answer = await canary.send({ call, url: endpoints[call].path, payload: body, headers: noSecret });
  if (answer.statusCode >= 400) throw new Error(`${call} answered ${answer.statusCode}: ${answer.body}`);
  // The next mail is newer than those before.
  canary.deps.advance(1);
  return answer;
}

export async function visitAccounts(canary: CanaryService): Promise<void> {
  const { deps, secrets } = canary;
  const email = 'canary@new-company.test';
  const chosen = (name: string) => {
    const password = secrets.plant(name);
    return { password, passwordConfirmation: password };
  };
  const first = chosen('signUp password');
  const signUpProof = secrets.learn('signUp signUpProof', newHandle());
  await callOf(canary, 'signUp', { email, name: 'Mia', companyName: 'New Company', signUpProof });
  const signUp = await newestLink(deps, email, 'signUp');
  await callOf(canary, 'checkLink', { kind: 'signup', email, token: signUp.token });
  await callOf(canary, 'confirmSignUp', { email, confirmationCode: signUp.token, ...first, signUpProof });

  const { deviceToken } = (await callOf(canary, 'issueDeviceToken', {})).json<{ deviceToken: string }>();
  const contextData = { deviceToken, screen: nested(secrets, 'signInWithPassword contextData') };
  const { password } = first;
  const signedIn = await callOf(canary, 'signInWithPassword', { email, password, contextData });
  const session = challengeFromWire(signedIn.json())?.session ?? '';
  deps.advance(minutes(1.1));
  await callOf(canary, 'resendCode', { email });
  const code = await newestCode(deps, email);
  await canary.learnFromMails();
  const tokens = await callOf(canary, 'verifyCode', { email, code, session });
  const { refresh_token: refreshToken } = tokens.json<{ refresh_token: string }>();
  const refreshed = await callOf(canary, 'refreshTokens', { refreshToken });
  const { refresh_token: next } = refreshed.json<{ refresh_token: string }>();
  await callOf(canary, 'revokeTokens', { refreshToken: next });

  const other = (await callOf(canary, 'issueDeviceToken', {})).json<{ deviceToken: string }>();
  deps.advance(minutes(1.1));
  const again = await callOf(canary, 'signInWithPassword', { email, password, contextData: other });
  const proof = {
    email,
    code: await newestCode(deps, email),
    session: challengeFromWire(again.json())?.session ?? '',
  };
  await canary.learnFromMails();
  await callOf(canary, 'verifyCode', proof);
  const newDevice = await newestLink(deps, email, 'newDevice');
  const disowned = await callOf(canary, 'disownSignIn', { email, confirmationCode: newDevice.token });
  const renewal = new URL(disowned.json<{ url: string }>().url).searchParams.get('code') ?? '';
  secrets.learn('disownSignIn link', renewal);

  await callOf(canary, 'recoverPassword', { email });
  const reset = await newestLink(deps, email, 'passwordReset');
  const mailboxProof = secrets.learn('resetPassword mailboxProof', newHandle());
  const second = chosen('resetPassword password');
  await callOf(canary, 'resetPassword', { email, code: reset.token, ...second, mailboxProof });
  await callOf(canary, 'signInWithPassword', { email, password: second.password, mailboxProof });

  await callOf(canary, 'sendDeviceLink', { email });
  const device = await newestLink(deps, email, 'deviceLink');
  await callOf(canary, 'confirmDevice', { email, code: device.token, contextData });

  const guest = 'guest@northline.test';
  const company = { companyId: deps.company.id, name: 'Ivy', language: 'en', roles: [] } as const;
  await inviteAccount({ ...company, email: guest }, callFrom(), deps);
  const invitation = await newestLink(deps, guest, 'invitation');
  await callOf(canary, 'acceptInvitation', {
    email: guest,
    confirmationCode: invitation.token,
    ...chosen('acceptInvitation password'),
    timezone: 'UTC',
    lang: 'en-US',
  });

  const unwilling = 'unwilling@northline.test';
  await inviteAccount({ ...company, email: unwilling }, callFrom(), deps);
  const declined = await newestLink(deps, unwilling, 'invitation');
  await callOf(canary, 'declineInvitation', { email: unwilling, confirmationCode: declined.token });

  secrets.learn('password of accounts', rightPassword);
  await visitRecoveryCode(canary);
  await visitEmailChange(canary);
}

/** A sign-in with a recovery code, in place of an authenticator app, and one with a temporary pass, to a new app. */
async function visitRecoveryCode(canary: CanaryService): Promise<void> {
  const { deps, secrets } = canary;
  const { id, email } = await createAccount(deps);
  await setUpAuthenticator(deps, id);
  const [recoveryCode = '', pass = ''] = await makeCodes(deps, id);
  secrets.learn('recovery code', recoveryCode);
  secrets.learn('temporary pass', pass);
  const finish = async (typed: string) => {
    const signedIn = await callOf(canary, 'signInWithPassword', { email, password: rightPassword });
    const session = challengeFromWire(signedIn.json())?.session ?? '';
    const answer = await callOf(canary, 'verifyRecoveryCode', { email, recoveryCode: typed, session });
    return { session, answer };
  };
  await finish(recoveryCode);
  await deps.store.durable
    .updateTable('recovery_codes')
    .set({ expires_at: new Date(deps.clock() + minutes(60)) })
    .where('account_id', '=', id)
    .execute();
  const { session, answer } = await finish(pass);
  const { setUp } = answer.json<{ setUp: AuthenticatorSetup }>();
  const secret = secrets.learn('secret of an app', setUp.secret);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: deps.clock() });
  await callOf(canary, 'verifySetUp', { email, session, setup: setUp.setup, code });
}

/** Both pages of a change: opened by the link of the email, and posted. */
async function visitEmailChange(canary: CanaryService): Promise<void> {
  const { deps, send } = canary;
  for (const [path, kind] of [
    [emailChangePath, 'emailChange'],
    [emailChangeCancelPath, 'emailChangeAsked'],
  ] as const) {
    const account = await createAccount(deps);
    const newEmail = `new-${account.email}`;
    await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), deps);
    const { token } = await newestLink(deps, kind === 'emailChange' ? newEmail : account.email, kind);
    await canary.learnFromMails();
    const headers = {
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    await send({ call: `GET ${path}`, method: 'GET', url: `${path}?token=${token}`, headers });
    await send({ call: `POST ${path}`, url: path, payload: `token=${token}`, headers });
  }
}
