/** One flow for every call of the contract. */
import type { Flows } from '#deps.ts';

import { confirmDevice, sendDeviceLink } from './sign-in/device-link.ts';
import { issueDeviceToken } from '#sessions/risk-data.ts';
import { signInWithGoogle } from './providers/google.ts';
import { confirmIdentity } from './providers/identity-link.ts';
import { acceptInvitation, declineInvitation } from './account/invitation.ts';
import { checkLink } from '#links/link-state.ts';
import { resendCode, verifyCode } from './sign-in/code-step.ts';
import { signInWithPassword } from './sign-in/password.ts';
import { recoverPassword, resetPassword } from './account/recovery.ts';
import { confirmSignUp, signUp } from './account/sign-up.ts';
import { checkSsoDomain, signInWithSsoCode, startCompanySso, startSso } from './providers/sso.ts';
import { refreshTokens, revokeTokens } from './sign-in/tokens.ts';

export const flows: Flows = {
  signInWithPassword,
  verifyCode,
  resendCode,
  refreshTokens,
  revokeTokens,
  issueDeviceToken,
  signInWithGoogle,
  startSso,
  startCompanySso,
  checkSsoDomain,
  signInWithSsoCode,
  recoverPassword,
  resetPassword,
  acceptInvitation,
  declineInvitation,
  signUp,
  confirmSignUp,
  confirmIdentity,
  checkLink,
  sendDeviceLink,
  confirmDevice,
};
