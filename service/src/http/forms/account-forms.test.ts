/** Tests the forms of recovery, invitation and signup without script. */
import { afterAll, describe, expect, it } from 'vitest';

import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import {
  rendered,
  redirected,
  refused,
  cookieHeader,
  cookiesSet,
  linkTo,
  postForm,
  visit,
} from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount } from '#test/setup/test-deps.ts';

const chosen = 'Wren+Orchard+88';
const both = { password: chosen, passwordConfirmation: chosen };

let client = 0;
const service = await createTestApp();
afterAll(() => service.close());

/** A new client address for each post, so that no rate limit answers first. */
const post = (url: string, fields: Record<string, string>) => {
  client += 1;
  return postForm(service, url, fields, {}, `10.0.${client >> 8}.${client & 255}`);
};

const fieldsOf = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1]);

describe('forgot and reset', () => {
  async function resetLink() {
    const { email } = await createAccount(service.deps, { secondStep: 'off' });
    expect(rendered(await post('/password/forgot', { email }))).toMatchObject({
      status: 200,
      path: '/password/forgot',
      page: { posted: { form: 'recoverPassword', values: { email }, outcome: { ok: true, answer: null } } },
    });
    const address = await linkTo(service.deps, email, 'passwordReset');
    return { email, address, code: fieldsOf(address).get('code') ?? '' };
  }

  it('gives a stranger the same answer as the owner', async () => {
    const answer = await post('/password/forgot', { email: 'nobody@northline.test' });
    expect(rendered(answer)).toMatchObject({ status: 200, page: { posted: { outcome: { ok: true } } } });
    const wrong = await post('/password/forgot', { email: 'nobody' });
    expect(rendered(wrong).page.posted?.outcome).toMatchObject({
      body: { fields: { email: ['is_invalid'] } },
    });
  });

  it('sets the password and signs in with it', async () => {
    const { email, address, code } = await resetLink();
    expect(rendered(await visit(service, address)).page).toEqual({
      link: { page: '/password/reset', email, token: code, state: 'valid' },
    });
    const answer = await post(address, { email, code, ...both });
    expect(redirected(answer)).toEqual({ status: 303, to: '/login/success' });
    expect(cookiesSet(answer).set.has('refresh_token')).toBe(true);
    const again = await post(address, { email, code, ...both });
    expect(rendered(again)).toMatchObject({
      status: 400,
      path: '/password/reset',
      page: {
        link: { page: '/password/reset', email, token: code, state: 'used' },
        posted: { form: 'resetPassword', outcome: refused(400, 'invalidLink') },
      },
    });
    expect(JSON.stringify(rendered(again).page)).not.toContain(chosen);
  });

  it('does not consume the link when the password is refused', async () => {
    const { email, address, code } = await resetLink();
    const answer = await post(address, { email, code, password: 'short', passwordConfirmation: 'short' });
    expect(rendered(answer)).toMatchObject({
      status: 422,
      page: {
        link: { email, token: code, state: 'valid' },
        posted: {
          form: 'resetPassword',
          values: { email },
          outcome: { body: { fields: { password: ['is_too_short'] } } },
        },
      },
    });
  });

  it('signs in without a code, because the link has proven the mailbox; a login form at the same address still works', async () => {
    const { email } = await createAccount(service.deps);
    await post('/password/forgot', { email });
    const address = await linkTo(service.deps, email, 'passwordReset');
    const code = fieldsOf(address).get('code') ?? '';
    expect(redirected(await post(address, { email, code, ...both })).to).toMatch(/^\/login\/success/);
    const login = await post(address, { email, password: 'Wrong-Harbour-27!' });
    expect(rendered(login)).toMatchObject({
      status: 401,
      path: '/login',
      page: { posted: { form: 'signInWithPassword' } },
    });
    expect(rendered(login).page.link).toBeUndefined();
  });
});

describe('invitation and signup', () => {
  it('an invitation is accepted and signs in', async () => {
    const email = 'ivy@corp.test';
    await inviteAccount(
      { companyId: service.deps.company.id, email, name: 'Ivy', language: 'en', roles: [] },
      callFrom(),
      service.deps,
    );
    const address = await linkTo(service.deps, email, 'invitation');
    const confirmationCode = fieldsOf(address).get('confirmation_token') ?? '';
    expect(rendered(await visit(service, address)).page.link).toMatchObject({
      page: '/users/confirmation',
      state: 'valid',
    });
    const different = { password: chosen, passwordConfirmation: 'Wren+Orchard+89' };
    expect(rendered(await post(address, { email, confirmationCode, ...different }))).toMatchObject({
      status: 422,
      page: {
        link: { state: 'valid' },
        posted: {
          form: 'acceptInvitation',
          outcome: { body: { fields: { passwordConfirmation: ['is_different'] } } },
        },
      },
    });
    expect(redirected(await post(address, { email, confirmationCode, ...both })).to).toMatch(
      /^\/login\/success/,
    );
  });

  it('an invitation is declined by its second form', async () => {
    const email = 'ivy@declined.test';
    await inviteAccount(
      { companyId: service.deps.company.id, email, name: 'Ivy', language: 'en', roles: [] },
      callFrom(),
      service.deps,
    );
    const address = await linkTo(service.deps, email, 'invitation');
    const confirmationCode = fieldsOf(address).get('confirmation_token') ?? '';
    expect(rendered(await post(address, { action: 'decline', email, confirmationCode }))).toMatchObject({
      status: 200,
      path: '/users/confirmation',
      page: { posted: { form: 'declineInvitation', values: { email }, outcome: { ok: true } } },
    });
    expect(rendered(await visit(service, address)).page.link?.state).toBe('cancelled');
  });

  /** Signs up by the form, and reads the cookie that the browser keeps and the mailed link. */
  async function signedUp(email: string) {
    const fields = { email, name: 'Mia Sund', companyName: 'New Corp' };
    const answer = await post('/signup', fields);
    expect(rendered(answer)).toMatchObject({
      status: 200,
      path: '/signup',
      page: { posted: { form: 'signUp', values: fields, outcome: { ok: true } } },
    });
    const address = await linkTo(service.deps, email, 'signUp');
    expect(rendered(await visit(service, address)).page.link?.state).toBe('valid');
    const confirmationCode = fieldsOf(address).get('code') ?? '';
    return { cookie: cookieHeader(answer), address, fields: { email, confirmationCode, ...both } };
  }
  const confirmWith = ({ address, fields }: Awaited<ReturnType<typeof signedUp>>, cookie: string) =>
    postForm(service, address, fields, { cookie }, `10.1.0.${(client += 1) & 255}`);

  it('a signup gets a mail, and the browser that signed up is signed in by the password that confirms it', async () => {
    const mine = await signedUp('owner@new-corp.test');
    expect(mine.cookie).toMatch(/^sign_up_proof=[\w-]{32,64}$/);
    expect(redirected(await confirmWith(mine, mine.cookie)).to).toMatch(/^\/login\/success/);
  });

  it('C7: a browser that has not signed up confirms the signup and is not signed in', async () => {
    const strangers = await signedUp('stranger@new-corp.test');
    const victims = await signedUp('victim@new-corp.test');
    for (const [owner, cookie] of [
      [strangers, victims.cookie],
      [await signedUp('nobody@new-corp.test'), ''],
      [await signedUp('planted@new-corp.test'), `${strangers.cookie}; ${victims.cookie}`],
    ] as const) {
      const answer = await confirmWith(owner, cookie);
      expect(rendered(answer)).toMatchObject({
        status: 200,
        path: '/signup/confirm',
        page: { posted: { form: 'confirmSignUp', outcome: { ok: true, answer: { sameBrowser: false } } } },
      });
      expect(cookiesSet(answer).set.has('refresh_token')).toBe(false);
    }
  });

  it('the browser keeps its cookie for the next signup, so that each of its links signs in', async () => {
    const first = await signedUp('first@new-corp.test');
    const fields = { email: 'second@new-corp.test', name: 'Mia', companyName: 'Second Corp' };
    const again = await postForm(service, '/signup', fields, { cookie: first.cookie }, '10.1.1.1');
    expect(cookieHeader(again)).toBe(first.cookie);
    expect(redirected(await confirmWith(first, first.cookie)).to).toMatch(/^\/login\/success/);
  });
});
