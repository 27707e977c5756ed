/**
 * The limits that the apps and the service share, each written here and nowhere else; import them all as `limits`, so that an
 * app has only those that it uses. Durations are milliseconds.
 * How the sources are cited: see CONTRIBUTING.md#citations.
 */
import { days, minutes, seconds } from './durations.ts';

/** How long a mailed login code is good for (spec §9). Screens and emails say the number in minutes. */
export const codeLifetime = minutes(10);
/** Digits in a mailed login code (requirements §4 "Second step"). */
export const codeDigits = 6;
/** Wrong codes after which a challenge is dead (requirements §4 "Second step", threat A6). */
export const codeTries = 5;
/** The wait between two codes of one challenge (spec §9). */
export const resendWait = seconds(60);
/**
 * How often a new code can be asked for within one challenge (requirements §4 "Second step"); each has its own message.
 */
export const resendStages = 3;
/** A challenge is dead after this, whatever happened in it (threat A6). */
export const challengeLifetime = minutes(30);

/** Password length in code points, counted after NFKC (spec §9, threat A11). */
export const passwordMin = 8;
export const passwordMax = 128;
/** Longest text that is read as a password, in UTF-16 units: more than 128 code points of any password need. */
export const passwordInputMax = 1024;
/** Longest address that can be mailed to (RFC 5321 §4.5.3.1.3). */
export const emailMax = 254;
/** Risk data as JSON, in bytes; more is refused. */
export const contextDataMax = 4096;

/** Life of an access token and of an ID token (requirements §3). */
export const accessTokenLifetime = minutes(15);
/** A refresh token unused for this long is dead (requirements §3). */
export const refreshIdle = days(14);
/** A session ends after this, however often it is refreshed (requirements §3). */
export const refreshAbsolute = days(30);
/** A known device that has not been used for this long is asked for the code again (threat A2). */
export const knownDeviceIdle = days(90);
/** A rotated refresh token is answered with the same successor for this long, for tabs and lost answers (threat B1). */
export const refreshReplayWindow = seconds(10);
/** A browser refreshes its session so often within the window, all tabs together: as often as the service answers. */
export const refreshTries = 60;
export const refreshTriesWindow = minutes(1);

/** The code with which a company's identity provider sends a person back (threat C7). */
export const ssoCodeLifetime = seconds(60);
/** The request to an identity provider that waits for its answer. */
export const ssoRequestLifetime = minutes(10);
/** How far an identity provider's clock, or Google's, may be off (threat C6). */
export const clockSkew = seconds(60);
/** The longest bound that a company can set on the age of a sign-in at its provider: a year. */
export const providerSignInHoursMax = 365 * 24;
/** Largest SAML answer and metadata file, in bytes (threat C3). */
export const samlMax = 256 * 1024;

/** Longest name of a company, in UTF-16 units. */
export const companyNameMax = 100;

/** Rows of a page of a list, unless the call asks for another number, and the most (requirements §5). */
export const pageSize = 50;
export const pageSizeMax = 200;
/** How long the sign-in log is kept. The audit log is kept for good (docs/decisions/sign-in-log.md). */
export const eventsKept = days(365);
/** Longest text of a search, in UTF-16 units. */
export const searchMax = 200;
/** Accounts that one call changes, and people whom one call invites (requirements §5). */
export const changedAtOnce = 500;
export const invitedAtOnce = 10_000;
/** Emails of all kinds that one company's admins can have sent to a mailbox in a day (threat A8). */
export const mailsOfCompany = 5;
/** Longest part of a `User-Agent` that is stored with a session. */
export const userAgentMax = 256;
/** Largest file of people to invite that the dashboard reads, in bytes. */
export const peopleFileMax = 50_000_000;
/** The dashboard warns of a provider's certificate this long before its end. */
export const certificateNotice = days(30);
/** Longest name of a person, in UTF-16 units. */
export const personNameMax = 100;
/** Longest domain name (RFC 1035 §2.3.4), written without its last dot. */
export const domainMax = 253;
/** A domain is lost after so many checks in a row that did not find its record (docs/decisions/lost-domains.md). */
export const domainChecksToLose = 3;
/** A test sign-in waits for the provider's answer so long. */
export const samlTestLifetime = minutes(10);
/** Roles, single sign-on and a person's address can be changed only in a sign-in that is not older than this. */
export const recentSignIn = minutes(15);

/**
 * The app's own wait for an answer; after it the person reads 'Connection lost' (requirements §4 "Which failure gets
 * which words").
 */
export const callTimeout = seconds(15);
/** The longest wait for the risk-data script, which is never in the way of a sign-in (requirements §2). */
export const riskDataWait = 500;

/** Toasts of kind info and success leave after this (spec §9, requirements §4 "Toasts"). */
export const notificationDuration = seconds(5);
/** Life of the visitor-identifier cookie (spec §9). */
export const visitorIdLifetime = days(90);
/**
 * A stored value of more bytes than this is not written: browsers drop such cookies silently (requirements §4
 * "Cookies").
 */
export const cookieMax = 3800;
/** All cookies together above this are logged (requirements §4 "Cookies"). */
export const cookiesTotalWarn = 6 * 1024;

/** Translation loader: tries, first wait, parallel reads (spec §9). */
export const translationRetries = 5;
export const translationRetryWait = 350;
export const translationParallelReads = 10;
