/** One flow for every call of the contract. */
import type { Flows } from '#deps.ts';

import { confirmDevice, sendDeviceLink } from './device-link.ts';
import { issueDeviceToken } from './devices.ts';
import { signInWithGoogle } from './google.ts';
import { confirmIdentity } from './identity-link.ts';
import { acceptInvitation } from './invitation.ts';
import { checkLink } from './links.ts';
import { resendCode, verifyCode } from './mfa.ts';
import { signInWithPassword } from './password.ts';
import { recoverPassword, resetPassword } from './recovery.ts';
import { confirmSignUp, signUp } from './sign-up.ts';
import { checkSsoDomain, signInWithSsoCode, startSso } from './sso.ts';
import { refreshTokens, revokeTokens } from './tokens.ts';

export const flows: Flows = {
  signInWithPassword,
  verifyCode,
  resendCode,
  refreshTokens,
  revokeTokens,
  issueDeviceToken,
  signInWithGoogle,
  startSso,
  checkSsoDomain,
  signInWithSsoCode,
  recoverPassword,
  resetPassword,
  acceptInvitation,
  signUp,
  confirmSignUp,
  confirmIdentity,
  checkLink,
  sendDeviceLink,
  confirmDevice,
};
