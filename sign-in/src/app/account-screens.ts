/** The screens that are not part of a sign-in, by their names: `screens.ts` loads them as one chunk. */
export { ActionResultScreen as 'action-result' } from '#screens/action-result/action-result-screen.tsx';
export { ConfirmDeviceScreen as 'confirm-device' } from '#screens/by-link/confirm-device-screen.tsx';
export { ConfirmSignUpScreen as 'confirm-sign-up' } from '#screens/by-link/confirm-sign-up-screen.tsx';
export { RemovePasskeyScreen as 'remove-passkey' } from '#screens/by-link/remove-passkey-screen.tsx';
export { DisownSignInScreen as 'disown-sign-in' } from '#screens/by-link/disown-sign-in-screen.tsx';
export { ConfirmIdentityScreen as 'confirm-identity' } from '#screens/by-link/confirm-identity-screen.tsx';
export {
  EmailChangeCancelScreen as 'email-change-cancel',
  EmailChangeScreen as 'email-change',
} from '#screens/email-change/email-change-screen.tsx';
export { ForgotPasswordScreen as 'forgot-password' } from '#screens/forgot-password/forgot-password-screen.tsx';
export { InvitationScreen as 'invitation' } from '#screens/by-link/invitation-screen.tsx';
export { NewPasswordScreen as 'new-password' } from '#screens/by-link/new-password-screen.tsx';
export { SignUpScreen as 'sign-up' } from '#screens/sign-up/sign-up-screen.tsx';
export { StatusScreen as 'status' } from '#screens/status/status-screen.tsx';
