/** Every migration by its name, in order. They are listed, not searched for, so that a bundle has them too. */
import type { Migration } from 'kysely/migration';

import * as signIn from './first-release/0001-sign-in.ts';
import * as links from './first-release/0002-links.ts';
import * as providers from './first-release/0003-providers.ts';
import * as knownDevices from './first-release/0004-known-devices.ts';
import * as passwords from './first-release/0005-passwords-of-other-methods.ts';
import * as lockout from './first-release/0006-lockout.ts';
import * as emailChangeCancel from './first-release/0007-email-change-cancel.ts';
import * as singleLogout from './first-release/0008-single-logout.ts';
import * as identityLinks from './first-release/0009-identity-links.ts';
import * as mailboxProofs from './first-release/0010-mailbox-proofs.ts';
import * as deviceLinks from './first-release/0011-device-links.ts';
import * as dashboard from './first-release/0012-dashboard.ts';
import * as people from './first-release/0013-people.ts';
import * as invitations from './first-release/0014-invitations.ts';
import * as singleSignOn from './first-release/0015-single-sign-on.ts';
import * as signInLog from './first-release/0016-sign-in-log.ts';
import * as ownSessions from './first-release/0017-own-sessions.ts';
import * as ownAuditEntries from './first-release/0018-own-audit-entries.ts';
import * as erasure from './0019-erasure.ts';
import * as rateLimits from './0020-rate-limits.ts';
import * as endedSessions from './0021-ended-sessions.ts';
import * as accountStates from './0022-account-states.ts';
import * as invitedAddresses from './0023-invited-addresses.ts';
import * as keptMethods from './0025-kept-methods.ts';
import * as providerSignIns from './0026-provider-sign-ins.ts';
import * as foldedMarks from './0030-folded-marks.ts';
import * as postedRequests from './0032-posted-requests.ts';
import * as foldedLetters from './0034-folded-letters.ts';
import * as inviters from './0038-inviters.ts';
import * as countedTries from './0039-rate-limits.ts';
import * as invitedMails from './0040-invited-mails.ts';
import * as signUpNames from './0041-sign-up-names.ts';

export const migrations: Record<string, Migration> = {
  '0001-sign-in': signIn,
  '0002-links': links,
  '0003-providers': providers,
  '0004-known-devices': knownDevices,
  '0005-passwords-of-other-methods': passwords,
  '0006-lockout': lockout,
  '0007-email-change-cancel': emailChangeCancel,
  '0008-single-logout': singleLogout,
  '0009-identity-links': identityLinks,
  '0010-mailbox-proofs': mailboxProofs,
  '0011-device-links': deviceLinks,
  '0012-dashboard': dashboard,
  '0013-people': people,
  '0014-invitations': invitations,
  '0015-single-sign-on': singleSignOn,
  '0016-sign-in-log': signInLog,
  '0017-own-sessions': ownSessions,
  '0018-own-audit-entries': ownAuditEntries,
  '0019-erasure': erasure,
  '0020-rate-limits': rateLimits,
  '0021-ended-sessions': endedSessions,
  '0022-account-states': accountStates,
  '0023-invited-addresses': invitedAddresses,
  '0025-kept-methods': keptMethods,
  '0026-provider-sign-ins': providerSignIns,
  '0030-folded-marks': foldedMarks,
  '0032-posted-requests': postedRequests,
  '0034-folded-letters': foldedLetters,
  '0038-inviters': inviters,
  '0039-rate-limits': countedTries,
  '0040-invited-mails': invitedMails,
  '0041-sign-up-names': signUpNames,
};
