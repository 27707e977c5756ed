/**
 * After a typed password the browser adds a passkey automatically, where it can; else one is offered to a person who has
 * just typed a code. Loaded after such a sign-in.
 */
import { seconds } from '@app/contract/fields/durations.ts';
import { passkeyOfferEndpoints } from '@app/contract/dashboard/passkey-offer.ts';
import { type Client, createClient } from '@app/session/calls/client.ts';
import type { SignedInFailure } from '@app/session/calls/failure.ts';
import { createPasskey, type PasskeyToMake } from '@app/session/passkeys/create-passkey.ts';
import { Button, ButtonLink } from '@app/ui/button';
import { Stack } from '@app/ui/stack';
import { useState, type ReactNode } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login-success.module.css';

const { acceptPasskeyOffer, declinePasskeyOffer, readPasskeyOffer } = passkeyOfferEndpoints;

/** The offer waits for the browser no longer. */
const automaticWithin = seconds(5);

/** Whether the browser adds passkeys automatically: Chrome 136, Safari 18. */
const addsPasskeys = async (): Promise<boolean> =>
  (await (PublicKeyCredential as Partial<typeof PublicKeyCredential>).getClientCapabilities?.())?.[
    'conditionalCreate'
  ] === true;

/** The offer, unless the account has a passkey, gets one now, or its owner has declined. */
export async function offerPasskey(deps: AuthDeps): Promise<ReactNode> {
  if (!('PublicKeyCredential' in window)) return undefined;
  const adds = await addsPasskeys();
  // Whether this device itself can keep a passkey: a fingerprint, a face or a PIN opens it.
  const offers =
    deps.memory.typed === 'code' &&
    (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  if (!adds && !offers) return undefined;
  const client = signedInClient(deps);
  const read = await client.call(readPasskeyOffer, {});
  if (!read.ok) return undefined;
  const { upgrade, offered } = read.answer;
  if (adds && upgrade && (await addPasskey(deps, client, upgrade))) return undefined;
  return offers && offered ? <Offer client={client} /> : undefined;
}

/** Whether the browser has added a passkey, without a word. */
async function addPasskey(
  { memory }: AuthDeps,
  client: Client<SignedInFailure>,
  options: PasskeyToMake,
): Promise<boolean> {
  const ended = new AbortController();
  memory.passkeys = ended;
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(automaticWithin)]);
  const credential = await createPasskey(options, signal);
  if (typeof credential !== 'object') return false;
  return (await client.call(acceptPasskeyOffer, { body: { credential } })).ok;
}

/** Makes the calls of the session that this page has opened. */
const signedInClient = ({ config, platform, memory }: AuthDeps): Client<SignedInFailure> =>
  createClient<SignedInFailure>({
    authUrl: config.authUrl,
    platform,
    authorization: { addressOf: (path) => path, send: (send) => send(memory.accessToken ?? '') },
  });

function Offer({ client }: { readonly client: Client<SignedInFailure> }) {
  const { t } = useTexts();
  const { config } = useAuth().deps;
  const [declined, setDeclined] = useState(false);

  if (declined) return null;
  function decline(): void {
    setDeclined(true);
    void client.call(declinePasskeyOffer, {});
  }
  return (
    <Stack gap="tight">
      <p className={styles.line}>{t('passkey.offer')}</p>
      <ButtonLink variant="secondary" block href={`${config.dashboardUrl}/me`}>
        {t('passkey.setUp')}
      </ButtonLink>
      <Button variant="quiet" block onClick={decline}>
        {t('passkey.notNow')}
      </Button>
    </Stack>
  );
}
