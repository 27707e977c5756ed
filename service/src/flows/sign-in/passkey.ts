/**
 * Signs in with a passkey: both steps in one, without an address and without an email (docs/decisions/factors.md;
 * threat A16).
 */
import { createHash } from 'node:crypto';

import type { Call, Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { passkeySignIns } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import { verifyAssertion } from '#security/webauthn/assertion.ts';
import { endOfChallenge, newChallenge } from '#security/webauthn/challenge.ts';
import type { Algorithm } from '#security/webauthn/cose-key.ts';
import { createSession } from '#sessions/create-session.ts';
import { readRiskData } from '#sessions/risk-data.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import { openSession } from '#store/sessions/sessions.ts';
import {
  consumeChallenge,
  findPasskey,
  type FoundPasskey,
  updateUsedPasskey,
} from '#store/sign-in/passkeys.ts';

import { tellOfAndKnowDevice } from './new-device.ts';
import { relyingParty, userHandleOf } from '#accounts/passkeys.ts';

/** Reads and writes nothing: the challenge proves by itself that it is ours. */
export const startPasskeySignIn: Flow<'startPasskeySignIn'> = (_body, _call, deps) =>
  Promise.resolve({
    challenge: newChallenge(deps.keys, 'sign-in', deps.clock()),
    rpId: relyingParty(deps).id,
  });

/** Throws `Refusal` `unknownPasskey`, `credentials`, or that of a full rate limit. */
export const signInWithPasskey: Flow<'signInWithPasskey'> = async (
  { credential: { id, response }, contextData },
  call,
  deps,
) => {
  const now = deps.clock();
  const found = await findPasskey(deps.store.relaxed, Buffer.from(id, 'base64url'));
  // Not that it exists: an account that may not sign in by it is told the same.
  if (found === undefined || !canSignIn(found)) {
    await countTries(passkeySignIns(call.client), deps, now);
    throw new Refusal('unknownPasskey', because('passkeyUnknown', accountIn(found)));
  }
  const { account, credentialVersion } = found;
  const answered = await verify(found, response, call, deps);
  // An admin, or the owner of a disowned sign-in, has taken the password: no key goes round that.
  if (!found.hasPassword) throw new Refusal('credentials', because('noPassword', accountIn(found)));
  const { device } = readRiskData(contextData, deps);
  const { answer, session } = createSession(
    { account, strategy: 'password', way: 'passkey', call, deps, now },
    (tokens) => ({ basic: tokens }),
  );
  const told = tellOfAndKnowDevice({ account, device, way: 'passkey' }, call, deps, now);
  const opened = await changedInOneStatement(deps.store.durable, 'session', {
    challenge: consumeChallenge({ ...answered, accountId: account.id, credentialVersion }),
    used: updateUsedPasskey({ id: found.id, ...answered }, now, after('challenge')),
    ...openSession(session, after('used')),
    ...told,
  });
  if (!opened) throw new Refusal('credentials', because('passkeyUsed', accountIn(found)));
  deps.metrics.signedIn({ method: 'password', way: 'passkey', outcome: 'success' });
  if (told.newDeviceMail) deps.wakeMailWorker();
  return answer;
};

const canSignIn = ({ account }: FoundPasskey): boolean =>
  account.status === 'active' && account.method === 'password' && account.addressLost !== true;

const accountIn = (found: FoundPasskey | undefined) =>
  found === undefined ? {} : { accountId: found.account.id };

/** What a valid answer says; otherwise throws. */
async function verify(
  found: FoundPasskey,
  response: Parameters<typeof signInWithPasskey>[0]['credential']['response'],
  call: Call,
  deps: Deps,
) {
  const now = deps.clock();
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const stored = {
    ...found,
    algorithm: found.algorithm as Algorithm,
    userHandle: userHandleOf(found.account.id),
  };
  let answered = { challenge: Buffer.alloc(0), usableUntil: 0 };
  const isChallenge = (challenge: Buffer): boolean => {
    const usableUntil = endOfChallenge(deps.keys, 'sign-in', challenge, now);
    if (usableUntil === undefined) return false;
    answered = { challenge: createHash('sha256').update(challenge).digest(), usableUntil };
    return true;
  };
  const verdict = verifyAssertion(
    {
      clientDataJSON: bytes(response.clientDataJSON),
      authenticatorData: bytes(response.authenticatorData),
      signature: bytes(response.signature),
      userHandle: bytes(response.userHandle),
    },
    stored,
    { rp: relyingParty(deps), isChallenge },
  );
  if (verdict.ok) return { ...verdict, ...answered };
  call.log.info({ reason: verdict.reason }, 'a passkey was refused');
  await countTries(passkeySignIns(call.client), deps, now);
  throw new Refusal(
    'credentials',
    because('passkeyInvalid', { accountId: found.account.id, detail: verdict.reason }),
  );
}
