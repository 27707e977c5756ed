/**
 * What is wrong with a form, in words at its fields: by the contract's rules on submit and on blur, or as the service
 * said (spec §5).
 */
import { fieldProblems, type FieldProblem } from '@app/contract/fields/fields.ts';
import { useRef, useState, type FocusEvent } from 'react';
import type * as v from 'valibot';

import type { TextKey } from '#i18n/text-key.ts';

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
/** The words of each field's problems; a problem without words of its own has those of `is_invalid`. */
export type FieldWords<Field extends string> = Readonly<Record<Field, ProblemWords>>;
type ProblemWords = Readonly<
  Record<'is_required' | 'is_invalid', TextKey> & Partial<Record<FieldProblem, TextKey>>
>;

/** Field name to problems, as a 422 has them. */
type RefusedFields = Readonly<Record<string, readonly string[]>>;

/** Words that every field shares; a field with words of its own spreads over them. */
export const commonFieldWords = {
  is_required: 'fields.required',
  is_invalid: 'fields.invalid',
} as const satisfies ProblemWords;

/**
 * @param schema the contract's rules, one entry for each field of the form
 * @param words what to say about each
 * @param refused what the service found wrong with a form that was posted without script
 */
export function useFormCheck<Field extends string>(
  schema: FormSchema,
  words: FieldWords<Field>,
  refused?: RefusedFields,
) {
  // A form posted without script was checked by the service alone, by the same rules and so with the same words.
  const [problems, setProblems] = useState(() => wordsOfRefused(words, refused, 'own'));
  const edited = useRef(new Set<string>());

  function found(form: HTMLFormElement): Partial<Record<Field, TextKey>> {
    const problem = fieldProblems(schema, Object.fromEntries(new FormData(form))) as Record<
      string,
      FieldProblem
    >;
    const said: Partial<Record<Field, TextKey>> = {};
    for (const field of Object.keys(words) as Field[]) {
      const code = problem[field];
      if (code) said[field] = wordsOf(words[field], code);
    }
    return said;
  }

  function show(form: HTMLFormElement, said: Partial<Record<Field, TextKey>>): boolean {
    setProblems(said);
    // What is said now stays until its field is edited again.
    edited.current.clear();
    const first = Object.keys(words).find((field) => said[field as Field]);
    if (first) (form.elements.namedItem(first) as HTMLInputElement | null)?.focus();
    return first === undefined;
  }

  return {
    problems,
    /** On submit: true if everything is fine; otherwise the words are shown and the first wrong field has the focus. */
    check: (form: HTMLFormElement): boolean => show(form, found(form)),
    /** Shows what the service found wrong; false if none of it is a field of this form. */
    refuse: (form: HTMLFormElement, fields: RefusedFields): boolean =>
      // The form's own check has passed, so what is invalid to the service has the specified words (spec §5).
      !show(form, wordsOfRefused(words, fields, 'fields.invalid')),
    /**
     * For each `<input>`: says what is wrong when a field is left after an edit, and takes it back as soon as it is no
     * longer true: 'This field is required.' goes with the first letter.
     */
    watch: (field: Field) => ({
      name: field,
      onInput({ currentTarget }: { currentTarget: HTMLInputElement }) {
        edited.current.add(field);
        if (problems[field] && currentTarget.form && found(currentTarget.form)[field] !== problems[field]) {
          setProblems((now) => ({ ...now, [field]: undefined }));
        }
      },
      onBlur({ currentTarget }: FocusEvent<HTMLInputElement>) {
        if (!edited.current.has(field) || !currentTarget.form) return;
        const problem = found(currentTarget.form)[field];
        // As they are now: leaving a field can be what the words at another one have just done.
        setProblems((now) => ({ ...now, [field]: problem }));
      },
    }),
  };
}

/** @param invalid the words of `is_invalid`; `own`: those of the field */
function wordsOfRefused<Field extends string>(
  words: FieldWords<Field>,
  fields: RefusedFields = {},
  invalid: 'own' | 'fields.invalid',
) {
  const said: Partial<Record<Field, TextKey>> = {};
  for (const field of Object.keys(words) as Field[]) {
    const problem = fields[field]?.[0];
    if (problem !== undefined)
      said[field] = problem === 'is_invalid' && invalid !== 'own' ? invalid : wordsOf(words[field], problem);
  }
  return said;
}

/** A problem that nobody has heard of, from another service than ours, is an invalid value as well (spec §5). */
const wordsOf = (words: ProblemWords, problem: string): TextKey =>
  (words as Partial<Record<string, TextKey>>)[problem] ?? words.is_invalid;
