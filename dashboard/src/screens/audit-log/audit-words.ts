/** The words of the audit log: what was done, and the values of the product's own lists. */
import { providerSteps } from '@app/contract/fields/vocabulary.ts';
import { auditActions, type AuditValues } from '@app/contract/dashboard/audit-actions.ts';

import type { TextKey } from '#i18n/text-key.ts';

type NameIn<Prefix extends string> = TextKey extends infer Key
  ? Key extends `${Prefix}.${infer Name}`
    ? Name
    : never
  : never;

/** Every action has its words, or this does not compile. */
export const actionKeys = auditActions satisfies readonly NameIn<'audit-log.actions'>[];

export const isAction = (name: string): name is (typeof actionKeys)[number] =>
  actionKeys.some((each) => each === name);

const valueKeys = [
  'always',
  'unrecognised',
  'off',
  'company',
  'active',
  'disabled',
  'unconfirmed',
  'password',
  'google',
  'saml',
  'Admin',
  'User',
] as const satisfies readonly NameIn<'frame.values'>[];

/** The words of one of the product's own values. */
type Word = (typeof valueKeys)[number];

/** A value as it is shown: one of our words, or what a person typed: an address, a domain. */
export type Shown =
  | { readonly key: TextKey<'audit-log' | 'frame'> }
  | { readonly text: string }
  | { readonly number: number }
  | { readonly day: number }
  | { readonly list: readonly string[] };

const none: Shown = { key: 'audit-log.none' };
const typed = (text: string | undefined): Shown => (text === undefined || text === '' ? none : { text });
/** A value of a later release has no words here yet. */
function word(value: string | undefined): Shown {
  const known: Word | undefined = valueKeys.find((each) => each === value);
  return known ? { key: `frame.values.${known}` } : none;
}
const counted = (number: number | undefined): Shown => (number === undefined ? none : { number });

/** What of a fingerprint is shown: enough to find the certificate under Single sign-on, which shows as much. */
const fingerprintShown = 23;

/** What the values of a change say, by name; undefined where they do not say it. */
const facts = {
  method: ({ method }) => method && word(method),
  status: ({ status }) => status && word(status),
  secondStep: ({ secondStep }) => secondStep && word(secondStep),
  role: ({ role }) => role && word(role),
  name: ({ name }) => (name === undefined ? undefined : typed(name)),
  email: ({ email }) => email && typed(email),
  device: ({ device }) => device && typed(device),
  ssoRequired: ({ sso }) => sso && { key: sso.required ? 'audit-log.yes' : 'audit-log.no' },
  keepsPassword: ({ sso }) =>
    sso &&
    (sso.breakGlassUserId !== undefined && sso.breakGlassEmail === undefined
      ? { key: 'audit-log.deleted' }
      : typed(sso.breakGlassEmail)),
  providerSignInHours: ({ providerSignInHours: hours }) => (hours === undefined ? undefined : counted(hours)),
  providerStep: ({ providerStep }) => {
    const known = providerSteps.find((each) => each === providerStep);
    return known && { key: `audit-log.providerSteps.${known}` };
  },
  factorFrom: ({ factorFrom: day }) => (day === undefined ? undefined : { day }),
  accountsChanged: ({ accountsChanged: count }) => (count === undefined ? undefined : counted(count)),
  entityId: ({ entityId }) => entityId && typed(entityId),
  ssoUrl: ({ ssoUrl }) => ssoUrl && typed(ssoUrl),
  logoutUrl: ({ logoutUrl }) => logoutUrl && typed(logoutUrl),
  emailAttribute: ({ emailAttribute }) => emailAttribute && typed(emailAttribute),
  certificates: ({ certificates }) =>
    certificates && { list: certificates.map((each) => each.slice(0, fingerprintShown)) },
} as const satisfies Record<
  Exclude<keyof AuditValues, 'sso'> | 'ssoRequired' | 'keepsPassword',
  (values: AuditValues) => Shown | '' | undefined
>;

/** Every name has its words, or this does not compile. */
export type FactName = NameIn<'audit-log.names'>;
export const factNames = Object.keys(facts) as (keyof typeof facts)[] satisfies readonly FactName[];

/** The value of a name; `none` where the other side of the change has one and this one does not. */
export const factOf = (name: FactName, values: AuditValues | undefined): Shown | undefined =>
  (values && facts[name](values)) || undefined;
export { none as noValue };
