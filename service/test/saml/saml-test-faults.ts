/** Faults of an identity provider, as other companies' admins have made them, for the test sign-in. */
import { minutes } from '@app/contract/fields/durations.ts';
import type { SamlCheck, SamlReason } from '@app/contract/dashboard/saml-test.ts';

import type { createSsoCompany } from '#test/drivers/sso-driver.ts';

import type { Asked } from './saml-answers.ts';
import { createTestIdp, makeSigningKeys } from './saml-idp.ts';

/** What is wrong with a provider, and what the admin who tests it reads. */
interface Fault {
  readonly check: SamlCheck;
  readonly reason: SamlReason;
  readonly company?: Parameters<typeof createSsoCompany>[1];
  readonly asked?: Partial<Asked>;
  /** How far the service's clock is ahead of the provider's. */
  readonly ahead?: number;
  readonly edit?: (xml: string) => string;
  readonly account?: 'none' | 'disabled';
}

export const otherKeys = await makeSigningKeys();
export const faults: Readonly<Record<string, Fault>> = {
  'another audience': {
    check: 'audience',
    reason: 'otherAudience',
    asked: { spEntityId: 'https://other.test/metadata' },
  },
  'another ACS address': {
    check: 'recipient',
    reason: 'otherRecipient',
    asked: { acsUrl: 'https://other.test/acs' },
  },
  'an answer to another request': {
    check: 'request',
    reason: 'otherRequest',
    asked: { requestId: '_other' },
  },
  'an answer to no request': {
    check: 'request',
    reason: 'unsolicited',
    edit: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ''),
  },
  'a clock that is behind': { check: 'time', reason: 'tooOld', ahead: minutes(10) },
  'a clock that is ahead': { check: 'time', reason: 'fromFuture', ahead: -minutes(10) },
  'another certificate': {
    check: 'certificate',
    reason: 'unknownKey',
    company: { certificates: [otherKeys.certificate] },
  },
  'no signature': {
    check: 'signature',
    reason: 'unsigned',
    edit: (xml) => xml.replaceAll(/<(ds:)?Signature[ >].*?<\/(ds:)?Signature>/gs, ''),
  },
  'a change after signing': {
    check: 'signature',
    reason: 'changed',
    edit: (xml) => xml.replace(/(<saml:NameID[^>]*>)/, '$1x'),
  },
  'another issuer': {
    check: 'issuer',
    reason: 'otherIssuer',
    company: { idp: createTestIdp('https://other.test/metadata') },
  },
  'no attribute with the email': {
    check: 'email',
    reason: 'noEmailAttribute',
    company: { emailAttribute: 'urn:oid:0.9.2342.19200300.100.1.3' },
  },
  'an address outside the domains': {
    check: 'domain',
    reason: 'outsideDomains',
    company: { domains: ['elsewhere.test'] },
  },
  'an unknown account': { check: 'account', reason: 'unknownAccount', account: 'none' },
  'a disabled account': { check: 'account', reason: 'disabledAccount', account: 'disabled' },
  'a refusal': {
    check: 'status',
    reason: 'denied',
    edit: (xml) =>
      xml.replace(
        /(<samlp:StatusCode Value=")[^"]*("\s*\/>)/,
        '$1urn:oasis:names:tc:SAML:2.0:status:RequestDenied$2',
      ),
  },
  'an error of the provider': {
    check: 'status',
    reason: 'providerFailed',
    edit: (xml) => xml.replace('status:Success', 'status:Responder'),
  },
  'no XML': { check: 'readable', reason: 'notXml', edit: () => 'Sorry, an error occurred & that is all' },
};
