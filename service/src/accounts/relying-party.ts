/** The service as passkeys know it, and an account as they do. */
import type { Deps } from '#deps.ts';
import type { RelyingParty } from '#security/webauthn/client-data.ts';

/** Ceremonies run only on the pages of the two apps. */
export const relyingParty = ({ settings }: Pick<Deps, 'settings'>): RelyingParty => ({
  id: settings.passkeyRpId,
  origins: [settings.publicUrl, new URL(settings.dashboardUrl).origin],
});

/** 16 bytes that say nothing of the person (WebAuthn §14.6.1). */
export const userHandleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');
