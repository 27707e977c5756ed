import { Field, useFieldControl, type FieldProps } from '#forms/field/field.tsx';

/**
 * A line of text with its label, hint and error. Uncontrolled: give `defaultValue`, read with `FormData`.
 * Accepts every attribute of `<input>`; `ref` is the input, to focus the first wrong field.
 */
export function TextField({ label, labelEnd, hint, error, ...input }: FieldProps) {
  const control = useFieldControl({ ...input, hint, error });
  return (
    <Field controlId={control.id} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <input type="text" {...input} {...control} />
    </Field>
  );
}
