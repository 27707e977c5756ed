/**
 * How a company sets up single sign-on: its domains, its identity provider, the test sign-in, and the policy
 * (requirements §5). The upload of metadata is `PUT` of `samlConfigurationPath`, whose body is a file.
 */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { samlConfigurationAnswer, samlConfigurationPath } from '#calls/saml-configuration.ts';
import { asciiDomain } from '#fields/fields.ts';
import * as limits from '#fields/limits.ts';
import { providerSteps } from '#fields/vocabulary.ts';

import { companyPath, uuid, version } from './dashboard-fields.ts';
import { samlTest } from './saml-test.ts';

const domainStates = ['pending', 'verified', 'lost'] as const;

/** Why a look-up of the DNS record did not find it. */
export const recordProblems = ['noRecord', 'otherValue', 'unreachable'] as const;
export type RecordProblem = (typeof recordProblems)[number];

/** The domain of what people paste: an address of a site or of a person. */
const pastedDomain = (typed: string): string =>
  asciiDomain(
    typed
      .replaceAll(/[\u200B\u2060\uFEFF\u00AD]/gu, '')
      .replace(/^https?:\/\//i, '')
      .replace(/^[^@]*@/, '')
      .replace(/\.?\/*$/, ''),
  );

/** A name that email addresses can end in: labels of letters, digits and hyphens (RFC 1035 §2.3.1), two at least. */
const domainName = v.pipe(
  v.string('is_invalid'),
  v.trim(),
  v.nonEmpty('is_required'),
  v.maxLength(limits.domainMax, 'is_too_long'),
  v.transform(pastedDomain),
  v.toLowerCase(),
  v.maxLength(limits.domainMax, 'is_too_long'),
  v.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, 'is_invalid'),
);

export const domain = v.object({
  domain: v.string(),
  /** The name in its own script, where it has letters of another than the Latin one. */
  unicode: v.optional(v.string()),
  state: v.picklist(domainStates),
  /** What the company's DNS has to contain. */
  record: v.object({ type: v.literal('TXT'), name: v.string(), value: v.string() }),
  /** Milliseconds since the epoch, like the others. */
  verifiedAt: v.optional(v.number()),
  checkedAt: v.optional(v.number()),
  /** Since when the record has been missing, in the state `lost`. */
  lostAt: v.optional(v.number()),
  /** Why the last look-up did not find the record, and the texts that it found instead. */
  problem: v.optional(v.picklist(recordProblems)),
  found: v.optional(v.array(v.string())),
});
export type Domain = v.InferOutput<typeof domain>;

/** The last day from which a policy can hold; a typing error in the year is refused. */
const farthestDay = Date.UTC(2100, 0);

export const policy = v.object({
  secondStep: v.picklist(['always', 'unrecognised', 'off']),
  /**
   * From when on the second step takes a passkey or an authenticator app, and no mailed code: milliseconds since the
   * epoch. Missing: any way.
   */
  factorFrom: v.optional(v.number()),
  /** When the second step is asked for after Google or single sign-on; missing: never. */
  providerStep: v.optional(v.picklist(providerSteps)),
  sso: v.object({
    required: v.boolean(),
    /** The admin who keeps the password while single sign-on is required. */
    breakGlassUserId: v.optional(uuid),
  }),
  /** The oldest accepted sign-in at the provider, in hours; missing: only the provider decides. */
  providerSignInHours: v.optional(v.number()),
  version,
});
export type Policy = v.InferOutput<typeof policy>;

/**
 * Uploads the metadata of the company's identity provider, as a form with `file`, `emailAttribute` and
 * `keepCertificates`; without `file` it changes the email attribute of the saved provider. `preview=true` answers what
 * would be saved, and saves nothing.
 */
export const uploadSamlConfiguration = {
  method: 'PUT',
  path: samlConfigurationPath,
  audience: 'admin',
  query: v.object({ preview: v.optional(v.string()) }),
  answer: samlConfigurationAnswer,
  // Another provider than the tested one, while single sign-on is required.
  refusals: ['reauthenticationRequired', 'ssoRequired'],
} as const satisfies Endpoint;

export const singleSignOnEndpoints = {
  listDomains: {
    method: 'GET',
    path: `${companyPath}/domains`,
    audience: 'admin',
    answer: v.object({ items: v.array(domain), total: v.number() }),
  },
  addDomain: {
    method: 'POST',
    path: `${companyPath}/domains`,
    audience: 'admin',
    body: v.object({ domain: domainName }),
    answer: domain,
    refusals: ['reauthenticationRequired', 'claimedElsewhere'],
  },
  verifyDomain: {
    method: 'POST',
    path: `${companyPath}/domains/{domain}/verify`,
    audience: 'admin',
    answer: domain,
    // `recordNotFound` has the domain in `present`, with what was found instead.
    refusals: ['reauthenticationRequired', 'claimedElsewhere', 'recordNotFound'],
  },
  removeDomain: {
    method: 'DELETE',
    path: `${companyPath}/domains/{domain}`,
    audience: 'admin',
    // `ssoRequired`: a domain that people sign in by, or the last verified one, while single sign-on is required;
    // `notPossible`: no admin could sign in without it.
    refusals: ['reauthenticationRequired', 'ssoRequired', 'notPossible'],
  },
  /** What is known of the identity provider, and our own values for it. Without a provider, only our own values. */
  readSamlConfiguration: {
    method: 'GET',
    path: samlConfigurationPath,
    audience: 'admin',
    answer: v.object({
      ...v.partial(samlConfigurationAnswer).entries,
      serviceProvider: v.object({
        entityId: v.string(),
        acsUrl: v.string(),
        /** Starts a sign-in in whichever browser opens it: for a bookmark or a tile of the provider. */
        startUrl: v.string(),
        logoutUrl: v.string(),
        metadataUrl: v.string(),
        /** X.509 as PEM; missing while the service has no key for SAML. */
        certificate: v.optional(v.string()),
      }),
      /** Milliseconds since the epoch: when a test passed with the configuration in force. */
      testedAt: v.optional(v.number()),
      updatedAt: v.optional(v.number()),
    }),
  },
  deleteSamlConfiguration: {
    method: 'DELETE',
    path: samlConfigurationPath,
    audience: 'admin',
    // `notPossible`: no admin could sign in without it.
    refusals: ['reauthenticationRequired', 'ssoRequired', 'notPossible'],
  },
  /** A sign-in at the provider that signs nobody in. */
  startSamlTest: {
    method: 'POST',
    path: `${companyPath}/saml/test`,
    audience: 'admin',
    answer: v.object({ url: v.string(), testId: uuid }),
    refusals: ['ssoNotConfigured'],
  },
  readSamlTest: {
    method: 'GET',
    path: `${companyPath}/saml/test/{testId}`,
    audience: 'admin',
    answer: samlTest,
  },
  readPolicy: {
    method: 'GET',
    path: `${companyPath}/policy`,
    audience: 'admin',
    answer: policy,
  },
  changePolicy: {
    method: 'PATCH',
    path: `${companyPath}/policy`,
    audience: 'admin',
    body: v.object({
      secondStep: v.optional(v.picklist(['always', 'unrecognised', 'off'], 'is_invalid')),
      // null: any way. Without a second step there is none.
      factorFrom: v.optional(
        v.nullable(
          v.pipe(
            v.number('is_invalid'),
            v.integer('is_invalid'),
            v.minValue(0, 'is_invalid'),
            v.maxValue(farthestDay, 'is_invalid'),
          ),
        ),
      ),
      providerStep: v.optional(v.picklist(providerSteps, 'is_invalid')),
      sso: v.optional(v.object({ required: v.boolean('is_invalid'), breakGlassUserId: v.optional(uuid) })),
      // null: only the provider decides.
      providerSignInHours: v.optional(
        v.nullable(
          v.pipe(
            v.number('is_invalid'),
            v.integer('is_invalid'),
            v.minValue(1, 'is_invalid'),
            v.maxValue(limits.providerSignInHoursMax, 'is_invalid'),
          ),
        ),
      ),
      version,
    }),
    answer: policy,
    refusals: ['reauthenticationRequired', 'changedMeanwhile', 'testRequired', 'ssoNotConfigured'],
  },
  /** Whom a stricter policy would change, before it is saved. */
  readPolicyEffect: {
    method: 'GET',
    path: `${companyPath}/policy/effect`,
    audience: 'admin',
    query: v.object({
      // Who would keep the password; without one, everybody is counted.
      breakGlassUserId: v.optional(uuid),
      // Those of which `peopleWithoutFactor` are asked for; the ones of the policy without them.
      secondStep: v.optional(v.picklist(['always', 'unrecognised', 'off'], 'is_invalid')),
      providerStep: v.optional(v.picklist(providerSteps, 'is_invalid')),
      // The addresses after which `outsidePeople` and `peopleWithoutFactor` begin.
      outsideAfter: v.optional(v.pipe(v.string(), v.maxLength(limits.emailMax, 'is_too_long'))),
      withoutFactorAfter: v.optional(v.pipe(v.string(), v.maxLength(limits.emailMax, 'is_too_long'))),
    }),
    answer: v.object({
      /** Accounts that sign in another way now and would sign in by the provider. */
      changing: v.object({ password: v.number(), google: v.number() }),
      /** Of those, the ones whose address is outside the company's verified domains: they would be locked out. */
      outsideDomains: v.number(),
      /** The first few of them. */
      outsideExamples: v.array(v.string()),
      /** The same people with their names, in the order of their addresses, a part at a time. */
      outsidePeople: v.optional(v.array(v.object({ id: uuid, name: v.string(), email: v.string() }))),
      alreadySaml: v.number(),
      sessionsEnding: v.number(),
      /** Accounts that would sign in as before if single sign-on were no longer required. */
      restorable: v.number(),
      /** Until when, in milliseconds since the epoch; missing while there are none. */
      restorableUntil: v.optional(v.number()),
      /** Who can keep the password: the active admins who have one. */
      breakGlassAdmins: v.array(v.object({ id: uuid, name: v.string(), email: v.string() })),
      /** Accounts with their own second-step setting, which the company's policy does not change. */
      ownSecondStep: v.object({ always: v.number(), unrecognised: v.number(), off: v.number() }),
      /** Active accounts that sign in by password without their own second-step setting: they follow the policy. */
      companySecondStep: v.number(),
      /** Active accounts that are asked for a second step and have no factor but the mailbox. */
      withoutFactor: v.number(),
      /** The same people, in the order of their addresses, a part at a time. */
      peopleWithoutFactor: v.array(v.object({ id: uuid, name: v.string(), email: v.string() })),
    }),
  },
} as const satisfies Record<string, Endpoint>;
