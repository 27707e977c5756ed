import { Field, useFieldControl, type FieldProps } from '#forms/field/field.tsx';

export type TextFieldProps = FieldProps;

/**
 * A line of text with its label, hint and error. Uncontrolled: give `defaultValue`, read with `FormData`.
 * `ref` and all other attributes go to the `<input>`, so script can focus the first wrong field.
 */
export function TextField({ label, labelEnd, hint, error, ...input }: TextFieldProps) {
  const control = useFieldControl({ ...input, hint, error });
  return (
    <Field controlId={control.id} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <input type="text" {...input} {...control} />
    </Field>
  );
}
