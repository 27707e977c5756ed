/** One flow for every call of the contract. */
import type { Flows } from '#deps.ts';

import { issueDeviceToken } from './devices.ts';
import { resendCode, verifyCode } from './mfa.ts';
import { signInWithPassword } from './password.ts';
import { refreshTokens, revokeTokens } from './tokens.ts';

export const flows: Flows = {
  signInWithPassword,
  verifyCode,
  resendCode,
  refreshTokens,
  revokeTokens,
  issueDeviceToken,
};
