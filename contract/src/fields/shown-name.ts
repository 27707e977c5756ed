/** The one rule for names that others read: of people and companies, whatever they were typed or sent by. */
import * as v from 'valibot';

import * as limits from './limits.ts';

/**
 * Invisible characters, including marks that change the direction of the text after them. The joiners that scripts and
 * emoji need, and the choice between an emoji and a sign, stay.
 */
const unseen =
  /[\u200C-\u200D](?![\p{L}\p{S}])|(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
/** More marks above one letter than any language writes: they would cover the lines around it. */
const stacked = /(\p{M}{4})\p{M}+/gu;
/** Blanks, joiners, marks without a letter, and the empty Braille cell. */
const blank = /^[\p{M}\p{Z}\u200C-\u200D\u2800]*$/u;

/** A name as others read it, in one spelling; empty if it has no visible character. */
function tidyName(typed: string): string {
  const name = typed.replace(unseen, '').normalize('NFC').replace(stacked, '$1').trim();
  return blank.test(name) ? '' : name;
}

/** A text that another system sent, for a list or a file: without invisible characters and lone surrogates. */
export const shownText = (text: string): string => text.replace(unseen, '').toWellFormed();

/**
 * The same for a person who looks for a fault in it: invisible characters are written as their codes, as in `[U+200B]`.
 */
export const revealedText = (text: string): string =>
  text
    .replace(unseen, (sign) => `[U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .toWellFormed();

/** A name of at most `max` characters, which may be empty. */
export const shownName = (max: number) =>
  v.pipe(
    v.string('is_invalid'),
    v.transform(tidyName),
    v.maxLength(max, 'is_too_long'),
    // Controls, ends of lines and halves of a surrogate pair are in no name, and no database takes all of them.
    v.check((name) => name.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'is_invalid'),
  );

/** A person's name as it can be stored; it may be empty, as that of a person who was invited only by address. */
export const nameText = shownName(limits.personNameMax);

/** The name that a person has or chooses. */
export const personName = v.pipe(nameText, v.nonEmpty('is_required'));
