/** Handles the submit of every form: checks the fields, sends once, then shows the failure and moves the focus there. */
import type { Failure } from '@app/session/calls/failure.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { type TextKey, useTexts } from '#i18n/use-texts.ts';

import type { FormError } from './form-alert.tsx';
import { useFormCheck, type FormFields, type RefusedFields } from './use-form-check.ts';

interface FormOptions<Field extends string> {
  /** The visible fields. Omitted: the form has only a button. */
  readonly fields?: FormFields<Field>;
  /** The failure of a post without script: the page opens with it and with the focus on it. */
  readonly posted?: Failure | undefined;
  /** Only its field problems, where the auth state has the rest. */
  readonly postedFields?: RefusedFields | undefined;
  /** The words above the form. Omitted: another component shows the error. */
  readonly errorOf?: (failure: Failure) => FormError;
  /** Moves the focus after a refusal that no field shows. Omitted: to the alert. */
  readonly focusRefused?: () => void;
  /**
   * Sends the form. Resolves with the failure it met, with 'refused' where the auth state has the failure, or with
   * undefined.
   *
   * @param value the text of a field, empty if the form has none of that name
   */
  readonly send: (value: (name: string) => string) => Promise<Failure | 'refused' | undefined>;
}

export function useForm<Field extends string = never>(options: FormOptions<Field>) {
  const { fields, posted, errorOf, focusRefused, send } = options;
  const { t } = useTexts();
  const postedFields = posted?.kind === 'invalid' ? posted.fields : options.postedFields;
  const { problems, check, refuse, watch } = useFormCheck(fields, postedFields);
  const shownAtFields = fields && Object.keys(fields.words).some((field) => postedFields?.[field]?.length);
  const [error, setError] = useState(() => (posted && !shownAtFields ? (errorOf?.(posted) ?? null) : null));
  const [busy, setBusy] = useState(false);
  // A counter, so that a repeated message is focused and announced again.
  const [refusals, setRefusals] = useState(error ? 1 : 0);
  const alert = useRef<HTMLDivElement>(null);
  const running = useRef(false);

  useEffect(() => {
    if (refusals === 0) return;
    if (focusRefused) focusRefused();
    else alert.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [refusals]);

  async function run(form: HTMLFormElement): Promise<void> {
    if (running.current || !check(form)) return;
    running.current = true;
    setBusy(true);
    setError(null);
    const typed = new FormData(form);
    const refused = await send((name) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    }).finally(() => {
      running.current = false;
      setBusy(false);
    });
    if (!refused) return;
    const failure = refused === 'refused' ? undefined : refused;
    if (failure?.kind === 'invalid' && refuse(form, failure.fields)) return;
    setError((failure && errorOf?.(failure)) ?? null);
    setRefusals((count) => count + 1);
  }

  const textOf = (words: TextKey | undefined): string | undefined => words && t(words);

  return {
    /** While true, fields are read-only and the button shows that it works. */
    busy,
    error,
    /** For the alert, which gets the focus. */
    alert,
    problems,
    watch,
    /** The attributes of a field: its name, its listeners and what is wrong with it. */
    field: (name: Field) => ({
      ...watch(name),
      readOnly: busy,
      error: textOf(problems[name]),
    }),
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}

export type Form = Pick<ReturnType<typeof useForm>, 'busy' | 'error' | 'alert' | 'submit'>;
