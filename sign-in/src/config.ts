/** The run-time settings of the app (requirements §2) and their only reader: the service writes them into the page. */
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { readJsonBlock } from '@app/session/pages/json-block.ts';
import * as v from 'valibot';

const shape = v.object({
  version: v.string(),
  /** The app's own address, without a trailing slash. */
  publicUrl: v.string(),
  /** The base URL of every call. */
  authUrl: v.string(),
  /** Where the app's log goes. */
  logIntakeUrl: v.string(),
  /** Where errors are reported, and as whose; only staging and production may have one. */
  sentryDsn: v.optional(v.string()),
  environment: v.optional(v.string()),
  identityUrl: v.string(),
  dashboardUrl: v.string(),
  workspaceUrl: v.string(),
  /** The desktop app's deep link, with its own scheme. */
  desktopUrl: v.string(),
  /** Empty: no risk data. */
  riskDataScriptUrl: v.string(),
  /** The sign-in address of Google or another OpenID issuer; undefined: no Google sign-in. */
  google: v.optional(v.object({ clientId: v.string(), authorizeUrl: v.string() })),
  clientIds: v.object({
    web: v.string(),
    webSecure: v.string(),
    mobile: v.string(),
    mobileSecure: v.string(),
  }),
  brand: v.object({
    /** The reseller's name, substituted in texts. */
    name: v.string(),
    /** On this origin. */
    logoUrl: v.optional(v.string()),
    /** `#rrggbb`; the page's style already follows it. */
    color: v.optional(v.string()),
  }),
  /** The slogan of the brand panel; undefined: the product's own, in the language shown. Empty: no slogan. */
  resellerSlogan: v.optional(v.string()),
  signUpUrl: v.string(),
  helpUrl: v.string(),
  /** Overrides the parent-host rule of the cookies; `host` keeps them on the app's own host. */
  cookieDomain: v.optional(v.string()),
  allowedOrigins: v.array(v.string()),
  /** The language that this page was rendered in. */
  pageLanguage: v.picklist(languages),
});

export type AppConfig = v.InferOutput<typeof shape>;

/**
 * Reads the `#config` block of the page. Throws when it is missing or malformed: without it no call has an address, and
 * an error page is better than a form that cannot sign anyone in.
 */
export function readConfig(page: Document): AppConfig {
  return v.parse(shape, readJsonBlock(page, 'config'));
}

/** Slots for the settings in prerendered pages; the service fills each (`build/document.ts`). */
export function configOfPrerender(language: Language): AppConfig {
  return {
    version: '%VERSION%',
    // A valid value only once the slot is filled.
    publicUrl: '',
    authUrl: '',
    logIntakeUrl: '',
    identityUrl: '',
    dashboardUrl: '',
    workspaceUrl: '',
    desktopUrl: '',
    riskDataScriptUrl: '',
    // The pages contain the button; the service removes it if the settings name no issuer.
    google: { clientId: '', authorizeUrl: '' },
    clientIds: { web: '', webSecure: '', mobile: '', mobileSecure: '' },
    brand: { name: '%RESELLER%' },
    signUpUrl: '%SIGN_UP_URL%',
    helpUrl: '%HELP_URL%',
    allowedOrigins: [],
    pageLanguage: language,
  };
}
