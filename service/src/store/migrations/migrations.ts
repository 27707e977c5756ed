/** Every migration by its name, in order. They are listed, not searched for, so that a bundle has them too. */
import type { Migration } from 'kysely/migration';

import * as signIn from './0001-sign-in.ts';
import * as links from './0002-links.ts';
import * as providers from './0003-providers.ts';
import * as knownDevices from './0004-known-devices.ts';
import * as passwords from './0005-passwords-of-other-methods.ts';
import * as lockout from './0006-lockout.ts';
import * as emailChangeCancel from './0007-email-change-cancel.ts';
import * as singleLogout from './0008-single-logout.ts';
import * as identityLinks from './0009-identity-links.ts';
import * as mailboxProofs from './0010-mailbox-proofs.ts';
import * as deviceLinks from './0011-device-links.ts';
import * as dashboard from './0012-dashboard.ts';
import * as people from './0013-people.ts';
import * as invitations from './0014-invitations.ts';
import * as singleSignOn from './0015-single-sign-on.ts';
import * as signInLog from './0016-sign-in-log.ts';
import * as ownSessions from './0017-own-sessions.ts';
import * as ownAuditEntries from './0018-own-audit-entries.ts';
import * as erasure from './0019-erasure.ts';

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
};
