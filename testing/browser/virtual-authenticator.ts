/** A passkey provider in Chromium (the WebAuthn domain of the DevTools protocol), which needs no finger. */
import type { CDPSession, Page } from '@playwright/test';

export interface VirtualAuthenticator {
  /** The names of the accounts that it has passkeys of. */
  readonly accounts: () => Promise<string[]>;
  /** Whether the person is verified from now on: without, a ceremony fails. */
  readonly verify: (isVerified: boolean) => Promise<void>;
  /**
   * From the next page on the browser makes passkeys automatically, with nobody present nor verified. Headless Chromium
   * never answers such a request, so a usual one does, whose flags are changed.
   */
  readonly makeAutomatically: () => Promise<void>;
}

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return {
    async accounts() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ userName = '' }) => userName);
    },
    async verify(isVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified });
    },
    async makeAutomatically() {
      await session.send('WebAuthn.setResponseOverrideBits', {
        authenticatorId,
        isBadUP: true,
        isBadUV: true,
      });
      await page.addInitScript(() => {
        Object.assign(PublicKeyCredential, {
          getClientCapabilities: () => Promise.resolve({ conditionalCreate: true }),
        });
        const create = navigator.credentials.create.bind(navigator.credentials);
        navigator.credentials.create = (options: CredentialCreationOptions & { mediation?: string } = {}) =>
          options.mediation === 'conditional'
            ? create({ ...(options.publicKey && { publicKey: options.publicKey }) })
            : Promise.reject(new Error('a person is asked'));
      });
    },
  };
}
