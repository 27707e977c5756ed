/**
 * How long mailed links are good, and what they prove, in milliseconds. Apart from `limits.ts`, which the login page
 * loads.
 */
import { days, hours, minutes } from './durations.ts';

export const linkLifetimes = {
  /** A link to choose a new password is good for this long (requirements §4 "Links in mails"). */
  reset: hours(1),
  /**
   * For how long a link that was used spares the mailed code (requirements §4 "After an invitation, a reset or a sign-up
   * confirmation").
   */
  mailboxProof: minutes(2),
  /** A link to confirm that a Google account is the owner's. */
  identity: hours(1),
  /** A link that makes a device known to its account (docs/decisions/known-devices.md). */
  device: hours(1),
  /** By which the owner disowns a sign-in on a new device. */
  newDevice: days(3),
  /** By which the owner removes a passkey that was added automatically. */
  passkey: days(3),
  /** Such a link counts as the code of a sign-in on its device for this long: it proved the same mailbox. */
  codeSpared: minutes(15),
  /** Invitations and signup links (requirements §4 "Links in mails"). */
  invitation: days(7),
  /** After this an invitation that nobody accepted is deleted with its account. Sending it again starts it again. */
  invitationKept: days(30),
  signUp: days(7),
  /**
   * The code of an email-address change, and the whole request in which new codes are sent (requirements §4 "Links in
   * mails").
   */
  emailChangeCode: hours(24),
  emailChange: days(7),
} as const;
