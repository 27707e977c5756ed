/**
 * Checks a form's fields by the contract's rules on submit and on blur, and shows the problems, or those of the
 * service's 422, at each field (spec §5).
 */
import { fieldProblems, type FieldProblem } from '@app/contract/fields/fields.ts';
import { useRef, useState, type FocusEvent } from 'react';
import type * as v from 'valibot';

import type { TextKey } from '#i18n/use-texts.ts';

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
/** The words of each field's problems; a problem without its own words has those of `is_invalid`. */
type FieldWords<Field extends string> = Readonly<Record<Field, ProblemWords>>;
type ProblemWords = Readonly<
  Record<'is_required' | 'is_invalid', TextKey> & Partial<Record<FieldProblem, TextKey>>
>;

/** Field name to problems, as a 422 has them. */
export type RefusedFields = Readonly<Record<string, readonly string[]>>;

/** The fields of a form that a person fills in: the contract's rules, one entry for each, and the words of each problem. */
export interface FormFields<Field extends string> {
  readonly rules: FormSchema;
  readonly words: FieldWords<Field>;
}

/** Words that every field shares; a field with its own words overrides them. */
export const commonFieldWords = {
  is_required: 'fields.required',
  is_invalid: 'fields.invalid',
} as const satisfies ProblemWords;

/** The words of an email field. */
export const emailWords = { ...commonFieldWords, is_invalid: 'fields.email' } as const satisfies ProblemWords;

/**
 * @param fields undefined: nothing is checked
 * @param refused what the service found wrong with a form that was posted without script
 */
export function useFormCheck<Field extends string>(
  fields: FormFields<Field> | undefined,
  refused?: RefusedFields,
) {
  const words = fields?.words ?? ({} as FieldWords<Field>);
  // A form posted without script was checked only by the service, with the same rules and so with the same texts.
  const [problems, setProblems] = useState(() => wordsOfRefused(words, refused, 'own'));
  const edited = useRef(new Set<string>());

  function found(form: HTMLFormElement): Partial<Record<Field, TextKey>> {
    const said: Partial<Record<Field, TextKey>> = {};
    if (!fields) return said;
    const values = Object.fromEntries(new FormData(form));
    const problem: Partial<Record<string, FieldProblem>> = fieldProblems(fields.rules, values);
    for (const field of Object.keys(words) as Field[]) {
      const code = problem[field];
      if (code) said[field] = wordsOf(words[field], code);
    }
    return said;
  }

  function show(form: HTMLFormElement, said: Partial<Record<Field, TextKey>>): boolean {
    setProblems(said);
    // These words stay until their field is edited again.
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
     * The attributes of an `<input>`: shows a problem when the field loses the focus after an edit, and removes it as
     * soon as it is fixed: 'This field is required.' goes with the first letter.
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
        // An updater: showing a problem at another field can have moved the focus away from this one just now.
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

/** A problem that is not in the list, from another service than ours, is an invalid value (spec §5). */
const wordsOf = (words: ProblemWords, problem: string): TextKey =>
  (words as Partial<Record<string, TextKey>>)[problem] ?? words.is_invalid;
