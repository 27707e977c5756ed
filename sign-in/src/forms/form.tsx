import { postedFormId } from '@app/contract/pages/posted-form.ts';
import { FormStack } from '@app/ui/stack';
import type { ComponentProps } from 'react';

import { FormAlert } from './form-alert.tsx';
import type { Form as FormState } from './use-form.ts';

/** A form of `useForm` that also works without script: its error is shown above the fields. */
export function Form({
  form: { alert, error, submit },
  children,
  ...attributes
}: ComponentProps<typeof FormStack> & { readonly form: FormState }) {
  return (
    <FormStack id={postedFormId} onSubmit={submit} {...attributes}>
      <FormAlert ref={alert} error={error} />
      {children}
    </FormStack>
  );
}
