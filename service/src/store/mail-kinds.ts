/** The mails that the service sends; each has its template. */
export type MailKind =
  | 'loginCode'
  | 'refreshReuse'
  | 'signInMethod'
  | 'passwordReset'
  | 'newPassword'
  | 'choosePassword'
  | 'passwordChanged'
  | 'wrongCodes'
  | 'recoveryMethod'
  | 'invitation'
  | 'signUp'
  | 'signUpExisting'
  | 'signUpClaimed'
  | 'emailChange'
  | 'emailChangeAsked'
  | 'emailChanged'
  | 'identityLink';
