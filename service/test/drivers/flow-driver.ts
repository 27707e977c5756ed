/** Calls the flows in tests and returns outcomes instead of throwing. */
import { randomUUID } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import type { Call, Deps } from '#deps.ts';
import type { Passwords } from '#security/passwords/passwords.ts';
import { flows } from '#flows/flows.ts';
import { hashCode } from '#security/tokens/codes.ts';
import { hashHandle, newHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertChallenge, insertCode } from '#store/sign-in/challenges.ts';

import { outcomeOf } from './outcome.ts';
import { callFrom, rightPassword } from '#test/setup/test-deps.ts';

export const signIn = (
  deps: Deps,
  email: string,
  password = rightPassword,
  call: Call = callFrom(),
  deviceToken?: string,
) =>
  outcomeOf(
    flows.signInWithPassword(
      { email, password, ...(deviceToken !== undefined && { contextData: { deviceToken } }) },
      call,
      deps,
    ),
  );

export const verify = (deps: Deps, email: string, code: string, session: string, call: Call = callFrom()) =>
  outcomeOf(flows.verifyCode({ email, code, session }, call, deps));

export const resend = (deps: Deps, email: string, call: Call = callFrom()) =>
  outcomeOf(flows.resendCode({ email }, call, deps));

export const refresh = (deps: Deps, refreshToken: string, call: Call = callFrom()) =>
  outcomeOf(flows.refreshTokens({ refreshToken }, call, deps));

/** The session handle of a sign-in that leads to the code step; throws for any other outcome. */
export async function signInToCode(deps: Deps, email: string, call: Call = callFrom(), deviceToken?: string) {
  const { answer, refusal } = await signIn(deps, email, rightPassword, call, deviceToken);
  const challenge = challengeFromWire(answer);
  if (challenge === undefined) throw new Error(`no challenge: ${refusal?.refusal ?? 'tokens'}`);
  return challenge;
}

/** The tokens of a sign-in without a second step; throws for any other outcome. */
export async function signInBasic(deps: Deps, email: string, call: Call = callFrom()) {
  const { answer, refusal } = await signIn(deps, email, rightPassword, call);
  if (answer === undefined || !('basic' in answer))
    throw new Error(`no tokens: ${refusal?.refusal ?? 'challenge'}`);
  return answer.basic;
}

/** Opens a challenge as a sign-in does but without the password hash, for tests that need hundreds. */
export async function openTestChallenge(deps: Deps, account: Account, code: string): Promise<string> {
  const id = randomUUID();
  const session = newHandle();
  const now = deps.clock();
  await inOneStatement(deps.store.durable, {
    challenge: insertChallenge({
      id,
      session: hashHandle(session),
      accountId: account.id,
      email: account.email,
      client: '192.0.2.1',
      context: undefined,
      device: null,
      resendAt: now + limits.resendWait,
      credentialVersion: 0,
      now,
    }),
    code: insertCode({ code: hashCode(deps.keys, id, code), codeExpiresAt: now + limits.codeLifetime }),
  });
  return session;
}

/** A wrong code: six digits other than this code. */
export const otherCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(limits.codeDigits, '0');

/** Deps that count the password comparisons. */
export function counting(of: Deps): { deps: Deps; compared: () => number } {
  let compared = 0;
  const passwords: Passwords = {
    ...of.passwords,
    verify(password, stored) {
      compared += 1;
      return of.passwords.verify(password, stored);
    },
  };
  return { deps: { ...of, passwords }, compared: () => compared };
}
