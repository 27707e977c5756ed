/** Loaded where a provider's answer is shown. */
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

import type { TextKey } from '#i18n/use-texts.ts';

/** Advice after a failed sign-in at a company's provider, shown below the specified words of the error. */
export const ssoAdvice = {
  'sso-denied': 'sso.denied',
  'sso-invalid-response': 'sso.invalidResponse',
  'sso-not-configured': 'sso.notConfigured',
  'sso-unknown-user': 'sso.unknownUser',
  'sso-expired': 'sso.expired',
  'sso-old-sign-in': 'sso.oldSignIn',
  'sso-error': 'sso.error',
} as const satisfies Record<SsoErrorValue, TextKey>;
