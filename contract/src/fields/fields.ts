/**
 * The rules of the fields (spec §5). The apps use the same rules to say what is wrong before a call, the service to
 * refuse it. The issue messages are codes; their words are in the app's texts.
 */
import * as v from 'valibot';

import * as limits from './limits.ts';
import { clientTypes } from './vocabulary.ts';

/** Why the rules refuse a field's value. */
const problemsOfRules = [
  'is_required',
  'is_invalid',
  'is_too_short',
  'is_too_long',
  // Of a new password: a class of characters is missing; a space at its start or end.
  'is_too_weak',
  'is_padded',
  // Of its confirmation: not the same.
  'is_different',
] as const;

/**
 * Why a field's value was refused, as the service writes it into `fields` too (spec §5). Only the service finds that a new
 * password is easy to guess or known from a data breach (threat A10), or the same as the present one.
 */
export type FieldProblem = (typeof problemsOfRules)[number] | 'is_common' | 'is_breached' | 'is_same';

/**
 * An address that can be mailed to: one `@`, ASCII, a dot-atom before it, a host name with a dot behind it (RFC 5321).
 * Quoted local parts, comments, groups and address literals are refused on purpose: a mail server could read them as
 * more than one recipient.
 */
const mailbox =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/;

/**
 * Invisible characters: the zero-width ones and the soft hyphen anywhere, and any format character at an end. One that
 * changes the direction within an address is not a typing error: it shows another address.
 */
const invisible = /[\u200B-\u200F\u2060\uFEFF\u00AD]|^[\p{Cf}\s]+|[\p{Cf}\s]+$/gu;

/** An address without invisible characters and spaces around it, its domain in ASCII. */
function tidyAddress(typed: string): string {
  const address = typed.replace(invisible, '').trim();
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

/**
 * An email address, without invisible characters, trimmed, its domain in ASCII, and lower-cased, so that one person has
 * one spelling. It is checked before the last step: in lower case the Kelvin sign (U+212A) is a plain `k`, and someone
 * else's address would become this one.
 */
export const email = v.pipe(
  v.string('is_invalid'),
  v.transform(tidyAddress),
  v.nonEmpty('is_required'),
  v.maxLength(limits.emailMax, 'is_invalid'),
  v.regex(mailbox, 'is_invalid'),
  v.check((value) => value.indexOf('@') <= 64, 'is_invalid'),
  v.toLowerCase(),
);

/**
 * A password as typed to sign in. No rule but that there is one: an account may be older than the rules of a new
 * password, and a wrong one is answered as wrong. The bound only keeps the hash queue from long inputs.
 */
export const currentPassword = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(limits.passwordInputMax, 'is_invalid'),
);

/**
 * What the risk-data script collected: an object, at most `limits.contextDataMax` bytes of JSON. Only `deviceToken`
 * has a meaning to this service; the rest is kept with the challenge.
 */
export const contextData = v.pipe(
  v.looseObject({ deviceToken: v.optional(v.string('is_invalid')) }, 'is_invalid'),
  v.check(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= limits.contextDataMax,
    'is_too_long',
  ),
);
export type ContextData = v.InferOutput<typeof contextData>;

/** 128 bits or more, in hex or base64url. */
const randomValue = v.pipe(v.string('is_invalid'), v.regex(/^[\w-]{32,64}$/, 'is_invalid'));

/**
 * A random value of the page that used a mailed link, by which its next sign-in shows that the mailbox was proven from
 * there (extension; docs/decisions/mailed-links.md).
 */
export const mailboxProof = v.optional(randomValue);

/**
 * A random value of the browser that signed up, by which its confirmation shows that it is the same browser (extension;
 * docs/decisions/sign-up.md).
 */
export const signUpProof = v.optional(randomValue);

/** What the app runs in (spec §3), sent with a sign-in for the log (extension). */
export const clientType = v.optional(v.picklist(clientTypes, 'is_invalid'));

/** The first problem of each field in a form's values, or undefined for a field that is fine. */
export function fieldProblems<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
  values: unknown,
): { [Field in keyof v.InferInput<Schema>]?: FieldProblem } {
  const result = v.safeParse(schema, values);
  const problems: Record<string, FieldProblem> = {};
  if (result.success) return problems as { [Field in keyof v.InferInput<Schema>]?: FieldProblem };
  for (const issue of result.issues) {
    const key = issue.path?.[0]?.key;
    const field = typeof key === 'string' ? key : '';
    problems[field] ??= problemsOfRules.find((problem) => problem === issue.message) ?? 'is_required';
  }
  return problems as { [Field in keyof v.InferInput<Schema>]?: FieldProblem };
}

/**
 * A domain in ASCII, as the DNS has it: `müller.de` is `xn--mller-kva.de` (RFC 5891). Unchanged if it cannot be
 * converted, or if a character is a look-alike of an ASCII one: the Kelvin sign (U+212A) would become a plain `k`, and
 * the domain someone else's.
 */
export function asciiDomain(domain: string): string {
  const other = domain.match(/[^\0-\x7f]/gu);
  if (!other || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  if (other.some((letter) => /^[\0-\x7f]/.test(letter.normalize('NFKC')))) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
