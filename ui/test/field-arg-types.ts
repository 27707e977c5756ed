/** What the props' table of each field's page says about the texts that all fields share (`FieldTexts`). */
const text = (description: string, type = 'ReactNode') => ({
  description,
  table: { type: { summary: type } },
});

export const fieldArgTypes = {
  label: text('The name of the field.'),
  labelEnd: text('The end of the label row, for a link. Tab reaches it after the control.'),
  hint: text('What to type, said before anything is wrong.'),
  error: text('What is wrong. While given, the input is invalid; announced when it appears.', 'string'),
};
