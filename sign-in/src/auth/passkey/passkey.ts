/**
 * Signs in with a passkey (docs/decisions/factors.md): the browser offers what it has in the email field, or its own
 * dialog asks. A ceremony that fails or is cancelled leaves the page as it is.
 */
import { passkeyEndpoints } from '@app/contract/calls/passkey-endpoints.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { fromBase64url, toBase64url } from '@app/session/passkeys/bytes.ts';

import type { Texts } from '#i18n/use-texts.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import { finishSignIn } from '#auth/password/finish-sign-in.ts';
import { riskData } from '#auth/password/sign-in.ts';
import { fail, failWith, type SignInStep } from '#auth/sign-in-failure.ts';

/** A challenge lives five minutes. */
const renewAfter = minutes(4);

/** Whether the browser offers passkeys in a field: Chrome 108, Safari 16, Firefox 119. */
export const offersInField = async (): Promise<boolean> =>
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable();

/** Offers passkeys in the email field of the form until one has signed in, or the form is gone. */
export async function offerInField(deps: AuthDeps, texts: Texts, form: HTMLFormElement): Promise<void> {
  const field = form.elements.namedItem('email') as HTMLInputElement;
  field.autocomplete = 'username webauthn';
  deps.memory.passkeys?.abort();
  const ended = new AbortController();
  deps.memory.passkeys = ended;
  while (form.isConnected && !ended.signal.aborted) {
    const renewal = renewalAfter(ended.signal);
    const step = await signInByPasskey(deps, texts, { mediation: 'conditional', signal: renewal });
    if (step?.to === 'done') return;
    // A browser that failed is asked again with the next challenge.
    if (!step) await aborted(renewal);
  }
}

/** Aborted after four minutes, which may have passed while the page was hidden; or with `ended`. */
function renewalAfter(ended: AbortSignal): AbortSignal {
  const renewal = new AbortController();
  const due = Date.now() + renewAfter;
  const renew = (): void => {
    if (!ended.aborted && (document.hidden || Date.now() < due)) return;
    removeEventListener('visibilitychange', renew, true);
    renewal.abort();
  };
  addEventListener('visibilitychange', renew, true);
  ended.addEventListener('abort', renew);
  // A moment later, as timers may be a little early.
  setTimeout(renew, renewAfter + 100);
  return renewal.signal;
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', resolve);
  });

/** Asks the browser for a passkey, and signs in with it. undefined: there was none, and nothing has changed. */
export async function signInByPasskey(
  deps: AuthDeps,
  texts: Texts,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<SignInStep | undefined> {
  // A browser has one ceremony at a time: its own dialog ends the offer in the field.
  if (!how.mediation) deps.memory.passkeys?.abort();
  const started = await deps.client.call(passkeyEndpoints.startPasskeySignIn, { body: {} });
  if (!started.ok) return undefined;
  const { challenge, rpId } = started.answer;
  const credential = (await navigator.credentials
    .get({ ...how, publicKey: { rpId, challenge: fromBase64url(challenge), userVerification: 'required' } })
    .catch(() => undefined)) as
    (PublicKeyCredential & { response: AuthenticatorAssertionResponse }) | undefined;
  return credential && signInWith(deps, texts, credential, rpId);
}

async function signInWith(
  deps: AuthDeps,
  texts: Texts,
  { id, response }: { readonly id: string; readonly response: AuthenticatorAssertionResponse },
  rpId: string,
): Promise<SignInStep> {
  deps.dispatch({ type: 'signIn' });
  const signature = toBase64url(response.signature);
  const outcome = await callIdempotently(
    deps,
    passkeyEndpoints.signInWithPasskey,
    { asked: signature },
    async () => ({
      credential: {
        id,
        response: {
          clientDataJSON: toBase64url(response.clientDataJSON),
          authenticatorData: toBase64url(response.authenticatorData),
          signature,
          userHandle: toBase64url(response.userHandle ?? new ArrayBuffer()),
        },
      },
      clientType: deps.clientType,
      contextData: await riskData(deps),
    }),
  );
  if (outcome.ok) return finishSignIn(deps, outcome.answer.basic, 'nothing');
  if (outcome.failure.status !== 404) return fail(deps, outcome.failure);
  // The browser offers it no more.
  await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId: id }).catch(() => {});
  await texts.load('later');
  return failWith(deps, 'errors.unknownPasskey', 'password', { supportCode: outcome.failure.supportCode });
}
