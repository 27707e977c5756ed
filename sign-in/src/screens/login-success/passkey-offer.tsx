/** Offers a passkey to a person who has just typed a code. Loaded after such a sign-in. */
import { passkeyOfferEndpoints } from '@app/contract/dashboard/passkey-offer.ts';
import { type Client, createClient } from '@app/session/calls/client.ts';
import type { SignedInFailure } from '@app/session/calls/failure.ts';
import { Button, ButtonLink } from '@app/ui/button';
import { Stack } from '@app/ui/stack';
import { useState, type ReactNode } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login-success.module.css';

const { declinePasskeyOffer, readPasskeyOffer } = passkeyOfferEndpoints;

/** Whether this device itself can keep a passkey: a fingerprint, a face or a PIN opens it. */
const canKeepPasskeys = async (): Promise<boolean> =>
  'PublicKeyCredential' in window && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

/** The offer, unless the account has a passkey or its owner has declined. */
export async function offerPasskey(deps: AuthDeps): Promise<ReactNode> {
  if (deps.memory.typed !== 'code' || !(await canKeepPasskeys())) return undefined;
  const client = signedInClient(deps);
  const read = await client.call(readPasskeyOffer, {});
  return read.ok && read.answer.offered ? <Offer client={client} /> : undefined;
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
