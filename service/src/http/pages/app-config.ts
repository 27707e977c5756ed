/** What the apps need of the settings (requirements §2): in the page, and as `/config.json` for apps on a CDN. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

import packageJson from '#package.json' with { type: 'json' };

/** Where the service itself serves the reseller's logo, so that no page asks another origin for it. */
export const logoPath = '/brand/logo';

/** The `AppConfig` of the sign-in app, for a page in `pageLanguage`. Holds nothing secret. */
export function appConfig(settings: Settings, pageLanguage: Language) {
  const { reseller } = settings;
  return {
    version: packageJson.version,
    publicUrl: settings.publicUrl,
    authUrl: settings.authUrl,
    logIntakeUrl: settings.logIntakeUrl,
    // Only error reports name the environment.
    ...(settings.sentryDsn !== undefined && {
      sentryDsn: settings.sentryDsn,
      environment: settings.environment,
    }),
    identityUrl: settings.identityUrl,
    dashboardUrl: settings.dashboardUrl,
    workspaceUrl: settings.workspaceUrl,
    desktopUrl: settings.desktopUrl,
    riskDataScriptUrl: settings.riskDataScriptUrl,
    ...(settings.google && {
      google: { clientId: settings.google.clientId, authorizeUrl: settings.google.authorizeUrl },
    }),
    clientIds: settings.clientIds,
    brand: {
      name: reseller.name,
      ...(reseller.logoUrl !== undefined && { logoUrl: logoPath }),
      ...(reseller.color !== undefined && { color: reseller.color }),
    },
    ...(reseller.slogan !== undefined && { resellerSlogan: reseller.slogan }),
    signUpUrl: settings.signUpUrl,
    helpUrl: settings.helpUrl,
    ...(settings.cookieDomain !== undefined && { cookieDomain: settings.cookieDomain }),
    allowedOrigins: settings.allowedOrigins,
    pageLanguage,
  };
}
