/** The run-time settings of the dashboard (requirements §2) and their only reader: the service writes them into the page. */
import { languages } from '@app/contract/fields/vocabulary.ts';
import { readJsonBlock } from '@app/session/pages/json-block.ts';
import * as v from 'valibot';

const shape = v.object({
  version: v.string(),
  environment: v.optional(v.string()),
  /** The address of the sign-in app, without a trailing slash. */
  publicUrl: v.string(),
  /** The base URL of every call. */
  authUrl: v.string(),
  /** Where the app's log goes. */
  logIntakeUrl: v.string(),
  /** Where errors are reported; only staging and production may have one. */
  sentryDsn: v.optional(v.string()),
  identityUrl: v.string(),
  dashboardUrl: v.string(),
  workspaceUrl: v.string(),
  desktopUrl: v.string(),
  allowedOrigins: v.array(v.string()),
  brand: v.object({
    /** The reseller's name, substituted in texts. */
    name: v.string(),
    /** On this origin. */
    logoUrl: v.optional(v.string()),
  }),
  helpUrl: v.string(),
  /** Overrides the parent-host rule of the cookies; `host` keeps them on the app's own host. */
  cookieDomain: v.optional(v.string()),
  /** The language that this page was rendered in. */
  pageLanguage: v.picklist(languages),
});

export type DashboardConfig = v.InferOutput<typeof shape>;

/** Reads the `#config` block of the page. Throws when it is missing or malformed: without it no call has an address. */
export function readConfig(page: Document): DashboardConfig {
  return v.parse(shape, readJsonBlock(page, 'config'));
}
