/** What is believed of the word of an identity provider or Google: an address, and that it asked for more than one factor. */
import { email } from '@app/contract/fields/fields.ts';
import * as v from 'valibot';

/**
 * Nobody pastes it, so an invisible character is not a typing error: the provider means another account, or a parser is
 * to be misled (threats B4, C4).
 */
export const providerEmail = v.pipe(
  v.string('is_invalid'),
  v.check((value) => !/\p{Cf}/u.test(value), 'is_invalid'),
  email,
);

/**
 * What says so in a SAML assertion, as the class of its sign-in or as a value of `methodAttributes`: REFEDS, Microsoft Entra
 * and AD FS, and the classes of SAML that name two factors (SAML Authentication Context §3.4).
 */
const contexts: readonly string[] = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
];

/** The attributes in which Entra and Okta name the methods of a sign-in. */
export const methodAttributes: readonly string[] = [
  'http://schemas.microsoft.com/claims/authnmethodsreferences',
  'amr',
];

/** `mfa`: RFC 8176 §2. */
const saysSo = (value: string): boolean => value === 'mfa' || contexts.includes(value);

/** @param methods of an ID token's `amr`, or of a SAML assertion's `methodAttributes` */
export const provesTwoSteps = (methods: readonly string[]): boolean => methods.some(saysSo);
