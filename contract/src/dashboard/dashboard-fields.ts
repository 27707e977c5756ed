/** The paths, ids, lists and results that calls of the dashboard share (requirements §5). */
import * as v from 'valibot';

import { asciiDomain } from '#fields/fields.ts';
import * as limits from '#fields/limits.ts';

/** The address of an admin's calls, with the id of the company in place of `{id}`. */
export const companyPath = '/auth/v1/companies/{id}';
/** The address of a person's own calls. */
export const accountPath = '/auth/v1/account';

/** The id of an account, a company or what else has a row. */
export const uuid = v.pipe(v.string('is_invalid'), v.uuid('is_invalid'), v.toLowerCase());

/** Where the next page begins: opaque text that an earlier answer gave. */
export const cursor = v.pipe(v.string(), v.regex(/^[\w-]{1,2048}$/, 'is_invalid'));

/** What every list takes. */
export const pageQuery = {
  pageSize: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'is_invalid'),
      v.transform(Number),
      v.minValue(1, 'is_invalid'),
      v.maxValue(limits.pageSizeMax, 'is_invalid'),
    ),
    String(limits.pageSize),
  ),
  cursor: v.optional(cursor),
};

/** A search with the plain marks for what phones type and with no invisible characters: names and addresses have those. */
const plainText = (typed: string): string =>
  typed
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2018\u2019\u02BC\u2032]/gu, "'")
    .replaceAll(/[\u201C\u201D]/gu, '"')
    .replaceAll(/[\u2010-\u2014]/gu, '-')
    .replace(/@(\S+)$/u, (_, domain: string) => `@${asciiDomain(domain)}`)
    .trim();

/** The typed search text; empty: no search. */
export const search = v.optional(
  v.pipe(v.string(), v.transform(plainText), v.maxLength(limits.searchMax, 'is_too_long')),
  '',
);

/** A time in a query: milliseconds since the epoch. */
export const timeInQuery = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'is_invalid'), v.transform(Number)),
);

/** The answer of a list. */
export const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    items: v.array(item),
    /** How many there are in all pages. */
    total: v.number(),
    /** Missing on the last page. */
    nextCursor: v.optional(cursor),
  });

/** The change of one thing carries the version that the admin saw; an older one is `changedMeanwhile`. */
export const version = v.pipe(v.number('is_invalid'), v.integer('is_invalid'), v.minValue(0, 'is_invalid'));

/** Ids of accounts or invitations that one call is about. */
export const ids = v.pipe(
  v.array(uuid, 'is_invalid'),
  v.minLength(1, 'is_required'),
  v.maxLength(limits.changedAtOnce, 'is_too_long'),
);

/** Why one of many was not done. */
export const reasonsNotDone = [
  'notFound',
  'lastAdmin',
  'yourself',
  'ssoNotConfigured',
  // The company requires single sign-on of everybody but one admin.
  'ssoRequired',
  // Another company has verified the domain of the address, or took it over.
  'claimedElsewhere',
  // The change was done; an email lets the person choose a password.
  'noPasswordYet',
  // The change was done; the person, who has not accepted an invitation, is sent another.
  'invitedAgain',
  // The account has this value already, so nothing was done, and no session ended.
  'unchanged',
  'changedMeanwhile',
  // It is not in the state that the change needs: an accepted invitation, a confirmed account.
  'notPossible',
  // The change sends an email, and the company has already sent the mailbox `limits.mailsOfCompany` in a day.
  'mailedTooOften',
] as const;

/** Each of many is done or not on its own. */
export const results = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      ok: v.boolean(),
      reason: v.optional(v.picklist(reasonsNotDone)),
      version: v.optional(version),
    }),
  ),
});
export type Results = v.InferOutput<typeof results>;
