/**
 * How a company sets up single sign-on: its domains, its identity provider, the test sign-in, and the policy
 * (requirements §5). The upload of metadata is `PUT` of `samlConfigurationPath`, whose body is a file.
 */
import * as v from 'valibot';

import { samlConfigurationAnswer, samlConfigurationPath } from '#calls/saml-configuration.ts';
import { limits } from '#fields/limits.ts';

import { companyPath, uuid, version } from './dashboard-endpoint.ts';
import type { DashboardEndpoint } from './dashboard-endpoint.ts';

export const domainStates = ['pending', 'verified', 'lost'] as const;

/** A name that mail addresses can end in: labels of letters, digits and hyphens (RFC 1035 §2.3.1), two at least. */
const domainName = v.pipe(
  v.string('is_invalid'),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('is_required'),
  v.maxLength(limits.domainMax, 'is_too_long'),
  v.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, 'is_invalid'),
);

export const domain = v.object({
  domain: v.string(),
  state: v.picklist(domainStates),
  /** What the company's DNS has to contain. */
  record: v.object({ type: v.literal('TXT'), name: v.string(), value: v.string() }),
  /** Milliseconds since the epoch, like the others. */
  verifiedAt: v.optional(v.number()),
  checkedAt: v.optional(v.number()),
});
export type Domain = v.InferOutput<typeof domain>;

/** The checks of a provider's answer, in the order in which they are made. */
export const samlChecks = [
  'readable',
  'request',
  'status',
  'destination',
  'issuer',
  'signature',
  'certificate',
  'time',
  'audience',
  'recipient',
  'subject',
  'email',
  'domain',
  'account',
] as const;
export type SamlCheck = (typeof samlChecks)[number];

export const samlTest = v.object({
  testId: uuid,
  state: v.picklist(['waiting', 'passed', 'failed', 'expired']),
  /** Milliseconds since the epoch, like the others. */
  startedAt: v.number(),
  answeredAt: v.optional(v.number()),
  checks: v.array(
    v.object({
      check: v.picklist(samlChecks),
      verdict: v.picklist(['passed', 'failed', 'notReached']),
      /** A word of our own for why; the dashboard has a sentence and what to do for each. */
      reason: v.optional(v.string()),
      /** What was expected and what came, where it helps. */
      expected: v.optional(v.string()),
      received: v.optional(v.string()),
    }),
  ),
  nameId: v.optional(v.string()),
  attributes: v.array(v.object({ name: v.string(), values: v.array(v.string()) })),
  /** How far the provider's clock is ahead of ours, in milliseconds. */
  clockDifference: v.optional(v.number()),
  /** The received answer as XML. */
  answer: v.optional(v.string()),
});
export type SamlTest = v.InferOutput<typeof samlTest>;

export const policy = v.object({
  secondStep: v.picklist(['always', 'unrecognised', 'off']),
  sso: v.object({
    required: v.boolean(),
    /** The admin who keeps the password while single sign-on is required. */
    breakGlassUserId: v.optional(uuid),
  }),
  version,
});
export type Policy = v.InferOutput<typeof policy>;

export const singleSignOnEndpoints = {
  listDomains: {
    method: 'GET',
    path: `${companyPath}/domains`,
    access: 'admin',
    query: null,
    body: null,
    answer: v.object({ items: v.array(domain), total: v.number() }),
    status: 200,
    refusals: [],
  },
  addDomain: {
    method: 'POST',
    path: `${companyPath}/domains`,
    access: 'admin',
    query: null,
    body: v.object({ domain: domainName }),
    answer: domain,
    status: 200,
    refusals: ['claimedElsewhere'],
    recentSignIn: true,
  },
  verifyDomain: {
    method: 'POST',
    path: `${companyPath}/domains/{domain}/verify`,
    access: 'admin',
    query: null,
    body: null,
    answer: domain,
    status: 200,
    refusals: ['claimedElsewhere', 'recordNotFound'],
  },
  removeDomain: {
    method: 'DELETE',
    path: `${companyPath}/domains/{domain}`,
    access: 'admin',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: [],
    recentSignIn: true,
  },
  /** What is known of the identity provider, and our own values for it. Without a provider, the latter alone. */
  readSamlConfiguration: {
    method: 'GET',
    path: samlConfigurationPath,
    access: 'admin',
    query: null,
    body: null,
    answer: v.object({
      ...v.partial(samlConfigurationAnswer).entries,
      serviceProvider: v.object({
        entityId: v.string(),
        acsUrl: v.string(),
        logoutUrl: v.string(),
        metadataUrl: v.string(),
        /** X.509 as PEM. */
        certificate: v.string(),
      }),
      /** Milliseconds since the epoch: when a test passed with the configuration in force. */
      testedAt: v.optional(v.number()),
      updatedAt: v.optional(v.number()),
    }),
    status: 200,
    refusals: [],
  },
  deleteSamlConfiguration: {
    method: 'DELETE',
    path: samlConfigurationPath,
    access: 'admin',
    query: null,
    body: null,
    answer: null,
    status: 204,
    refusals: ['ssoRequired'],
    recentSignIn: true,
  },
  /** A sign-in at the provider that signs nobody in. */
  startSamlTest: {
    method: 'POST',
    path: `${companyPath}/saml/test`,
    access: 'admin',
    query: null,
    body: null,
    answer: v.object({ url: v.string(), testId: uuid }),
    status: 200,
    refusals: ['ssoNotConfigured'],
  },
  readSamlTest: {
    method: 'GET',
    path: `${companyPath}/saml/test/{testId}`,
    access: 'admin',
    query: null,
    body: null,
    answer: samlTest,
    status: 200,
    refusals: [],
  },
  readPolicy: {
    method: 'GET',
    path: `${companyPath}/policy`,
    access: 'admin',
    query: null,
    body: null,
    answer: policy,
    status: 200,
    refusals: [],
  },
  changePolicy: {
    method: 'PATCH',
    path: `${companyPath}/policy`,
    access: 'admin',
    query: null,
    body: v.object({
      secondStep: v.optional(v.picklist(['always', 'unrecognised', 'off'], 'is_invalid')),
      sso: v.optional(v.object({ required: v.boolean('is_invalid'), breakGlassUserId: v.optional(uuid) })),
      version,
    }),
    answer: policy,
    status: 200,
    refusals: ['changedMeanwhile', 'testRequired', 'ssoNotConfigured'],
    recentSignIn: true,
  },
  /** Whom the required single sign-on would change, before it is switched on. */
  readPolicyEffect: {
    method: 'GET',
    path: `${companyPath}/policy/effect`,
    access: 'admin',
    query: null,
    body: null,
    answer: v.object({
      /** Accounts that sign in another way now and would sign in by the provider. */
      changing: v.object({ password: v.number(), google: v.number() }),
      /** Of those, the ones whose address is in none of the company's verified domains: they would be locked out. */
      outsideDomains: v.number(),
      alreadySaml: v.number(),
      sessionsEnding: v.number(),
    }),
    status: 200,
    refusals: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
