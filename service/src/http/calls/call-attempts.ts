/** Adds each refused call of the sign-in app to the sign-in log, with the reason that its answer does not tell. */
import type { EndpointName } from '@app/contract/calls/endpoints.ts';
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import { recordAttempt } from '#accounts/sign-in-attempt.ts';
import type { Call, Deps } from '#deps.ts';
import type { EventKind } from '#store/connection/database.ts';

import { toRefusal } from './refusal-answer.ts';

/** What a call's attempts are called in the log. Calls that are not named belong to no attempt. */
const attempts: Partial<Record<EndpointName, { kind: EventKind; method?: Strategy }>> = {
  signInWithPassword: { kind: 'signedIn', method: 'password' },
  verifyCode: { kind: 'signedIn', method: 'password' },
  verifySetUp: { kind: 'signedIn', method: 'password' },
  verifyRecoveryCode: { kind: 'signedIn', method: 'password' },
  resendCode: { kind: 'signedIn', method: 'password' },
  signInWithPasskey: { kind: 'signedIn', method: 'password' },
  signInWithGoogle: { kind: 'signedIn', method: 'google' },
  startSso: { kind: 'signedIn', method: 'saml' },
  startCompanySso: { kind: 'signedIn', method: 'saml' },
  signInWithSsoCode: { kind: 'signedIn', method: 'saml' },
  recoverPassword: { kind: 'passwordReset' },
  resetPassword: { kind: 'passwordReset' },
  acceptInvitation: { kind: 'invitationAccepted' },
  signUp: { kind: 'signedUp' },
  confirmSignUp: { kind: 'signedUp' },
  sendDeviceLink: { kind: 'deviceLinkAsked' },
  confirmDevice: { kind: 'deviceConfirmed' },
  disownSignIn: { kind: 'signInDisowned' },
  removePasskeyByLink: { kind: 'passkeyRemoved' },
  confirmIdentity: { kind: 'identityLinked' },
};

/** The reason of a refusal whose flow knows nothing more. A body that breaks a rule is not an attempt. */
const reasons: Partial<Record<RefusalName, EventReason>> = {
  credentials: 'fault',
  strategy: 'otherMethod',
  identityUnconfirmed: 'googleUnconfirmed',
  rateLimited: 'rateLimited',
  unknownPasskey: 'passkeyUnknown',
  unknownDevice: 'unknownDevice',
  renewalRequired: 'renewalRequired',
  invalidCode: 'wrongCode',
  codeExpired: 'codeExpired',
  sessionExpired: 'challengeUnknown',
  challengeDead: 'challengeDead',
  resendTooSoon: 'resendTooSoon',
  validationLimitExceeded: 'tooManyCodes',
  ssoNotConfigured: 'samlNotConfigured',
  invalidLink: 'linkUsed',
  linkExpired: 'linkExpired',
  overloaded: 'overloaded',
  unavailable: 'unavailable',
  unknown: 'fault',
};

export interface CalledBy {
  readonly name: EndpointName;
  /** After the rules of the call. */
  readonly body: object;
  readonly call: Call;
}

/** Records the refusal of a call, unless it repeats an earlier one or concerns no attempt. */
export function recordRefused({ name, body, call }: CalledBy, error: unknown, deps: Deps): void {
  const about = attempts[name];
  const { refusal, details, attempt } = toRefusal(error);
  if (details.repeatOf !== undefined) return;
  if (name === 'refreshTokens') deps.metrics.refreshed(refusal);
  const reason = attempt?.reason ?? reasons[refusal];
  if (about === undefined || reason === undefined) return;
  if (codeCalls.has(name)) deps.metrics.code(codeOutcomes[reason] ?? 'refused');
  const email = emailIn(body);
  const known = { ...(email !== undefined && { email }), ...attempt, reason };
  recordAttempt({ ...about, outcome: 'refused', ...known }, call, deps);
}

/** Records that a first step was right and a code is awaited, or that a link for a new device was asked for. */
export function recordAnswered({ name, body, call }: CalledBy, answer: unknown, deps: Deps): void {
  const about = attempts[name];
  if (name === 'refreshTokens') deps.metrics.refreshed('success');
  if (codeCalls.has(name)) deps.metrics.code('right');
  // Of a provider's sign-in the answer has it.
  const email = emailIn(body) ?? (isChallenge(answer) ? emailIn(answer) : undefined);
  if (about === undefined || email === undefined) return;
  if (isChallenge(answer)) recordAttempt({ ...about, outcome: 'challenged', email }, call, deps);
  else if (name === 'sendDeviceLink') recordAttempt({ ...about, outcome: 'success', email }, call, deps);
}

/** What the metrics say of a code that opened nothing. */
const codeOutcomes: Partial<Record<EventReason, 'wrong' | 'expired'>> = {
  wrongCode: 'wrong',
  codeExpired: 'expired',
};

/** The calls of the code step. */
const codeCalls: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'verifyCode',
  'verifySetUp',
  'verifyRecoveryCode',
]);

const isChallenge = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'mfa' in answer;

const emailIn = (body: object): string | undefined =>
  'email' in body && typeof body.email === 'string' ? body.email : undefined;
