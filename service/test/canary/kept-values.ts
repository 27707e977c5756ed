/** What the database stores on purpose: values derived from secrets, and the few secrets that are harmless there. */
import type { Finding } from './hunt.ts';

const sha256 = 'SHA-256 of 256 random bits, which nobody can try';
const keyed = 'HMAC with a key that is in no database';

/** Each column of bytes, and what it keeps. A new one has to be judged here. */
export const derivedColumns: Readonly<Record<string, string>> = {
  'authenticators.secret': 'the secret of an authenticator app: encrypted with a key of the service',
  'challenge_codes.code': `the code: ${keyed}`,
  'challenges.device': 'the device token: SHA-256 of the 128 random bits in it',
  'challenges.session': `the handle of a challenge: ${sha256}`,
  'devices.device': 'the device token: SHA-256 of the 128 random bits in it',
  'families.repeat_id': 'SHA-256 of call and Idempotency-Key, which opens nothing by itself',
  'idempotency.answer':
    'the answer with its tokens: encrypted with the Idempotency-Key and a key of the service',
  'idempotency.fingerprint': `the body: ${keyed}`,
  'idempotency.id': 'SHA-256 of call and Idempotency-Key, which opens nothing by itself',
  'invitation_parts.batch': 'SHA-256 of call, Idempotency-Key and addresses',
  'links.token': `the token of a link: ${sha256}`,
  'mailbox_proofs.proof': `the proof of a mailbox: ${sha256}`,
  'outbox.payload': 'the values of a mail, code and link: encrypted; null once it is sent',
  'passkeys.credential_id': 'the id of a key, which the browser tells whoever asks',
  'passkeys.public_key': 'the public half of a key',
  'recovery_codes.code': 'a recovery code or a temporary pass: SHA-256 of 100 random bits',
  'refresh_tokens.hash': `the refresh token: ${sha256}`,
  'refresh_tokens.successor': 'the next refresh token: encrypted with the one before it',
  'refresh_tokens.successor_hash': `the next refresh token: ${sha256}`,
  'resend_holds.address': 'SHA-256 of an address, which is no secret of this test',
  'saml_logouts.relay_state': `RelayState: ${sha256}`,
  'saml_requests.logout_token': `the token of a logout: ${sha256}`,
  'saml_requests.relay_state': `RelayState: ${sha256}`,
  'saml_requests.started_by': 'the typed address, for the login log of its company: encrypted',
  'saml_sessions.logout_token': `the token of a logout: ${sha256}`,
  'saml_tests.relay_state': `RelayState: ${sha256}`,
  'sso_codes.code': `the code of single sign-on: ${sha256}`,
  'sso_codes.logout_token': `the token of a logout: ${sha256}`,
  'signups.browser': 'the proof of a browser: SHA-256 of its 128 random bits',
  'used_id_tokens.token': 'the ID token of Google, the challenge of a passkey: SHA-256 of a signed text',
};

/** Secrets that may be in a place, with the reason. */
const kept: readonly { readonly secret: RegExp; readonly place: RegExp; readonly reason: string }[] = [
  {
    secret: /^state of the attempt$/,
    place: /^database (?:saml_requests|sso_codes)\.redirect_uri$/,
    reason: 'the address to return to, compared exactly; its state counts only in the browser that made it',
  },
  {
    secret: /^signature of the answer to a test sign-in$/,
    place: /^database saml_tests\.(?:answer|report)$/,
    reason: 'a test sign-in shows its answer to the admin who asked for it; it can sign nobody in',
  },
];

export const staysIn = (found: Finding): boolean =>
  kept.some(({ secret, place }) => secret.test(found.secret) && place.test(found.place));
