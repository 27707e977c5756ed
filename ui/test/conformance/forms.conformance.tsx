/** The conformance cases of the components in `forms/`. */
import { Checkbox } from '#forms/checkbox/checkbox.tsx';
import { CodeField } from '#forms/code-field/code-field.tsx';
import { FieldNote } from '#forms/field-note/field-note.tsx';
import { NativeSelect } from '#forms/native-select/native-select.tsx';
import { PasswordField } from '#forms/password-field/password-field.tsx';
import { PasswordRequirements } from '#forms/password-requirements/password-requirements.tsx';
import { RadioGroup } from '#forms/radio/radio.tsx';
import { Select } from '#forms/select/select.tsx';
import { TextField } from '#forms/text-field/text-field.tsx';

import type { ConformanceCase } from './conformance-case.ts';

const code = { role: 'textbox', name: 'Security code' };
const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
];
const language = { role: 'combobox', name: 'Language' };
const passwordTexts = { label: 'Password', toggleLabel: 'Show password', capsLockHint: 'Caps Lock is on' };
const choices = [
  { value: 'queue', label: 'Queue' },
  { value: 'voicemail', label: 'Voicemail' },
];
const teams = [
  { value: 'support', label: 'Support' },
  { value: 'sales', label: 'Sales' },
];
const team = { role: 'combobox', name: 'Team' };
const email = { role: 'textbox', name: 'Email' };

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Checkbox',
    render: (given) => <Checkbox {...given} label="Record calls" />,
    refTag: 'input',
    classNameElsewhere: true,
    labelled: { role: 'checkbox', name: 'Record calls' },
    disabled: {
      render: () => <Checkbox label="Record calls" disabled />,
      control: { role: 'checkbox', name: 'Record calls' },
    },
  },
  {
    name: 'CodeField',
    render: (given) => <CodeField {...given} label="Security code" length={6} />,
    refTag: 'input',
    labelled: code,
    disabled: { render: () => <CodeField label="Security code" length={6} disabled />, control: code },
    readOnly: { render: () => <CodeField label="Security code" length={6} readOnly />, control: code },
  },
  {
    name: 'FieldNote',
    render: (given) => <FieldNote {...given}>The passwords match.</FieldNote>,
    refTag: 'span',
  },
  {
    name: 'NativeSelect',
    render: (given) => <NativeSelect {...given} label="Language" options={languages} />,
    refTag: 'select',
    labelled: language,
    disabled: {
      render: () => <NativeSelect label="Language" options={languages} disabled />,
      control: language,
    },
  },
  {
    name: 'PasswordField',
    render: (given) => <PasswordField {...given} {...passwordTexts} hint="At least 8 characters" />,
    refTag: 'input',
    // A password field has no role; the button that shows the password is named after it.
    labelled: { role: 'button', name: 'Show password' },
  },
  {
    name: 'PasswordRequirements',
    render: (given) => (
      <PasswordRequirements
        {...given}
        label="Your password needs at least"
        items={[
          { id: 'length', text: '8 characters', met: true },
          { id: 'number', text: '1 number', met: false },
        ]}
        metLabel="met"
        notMetLabel="not met"
        summary="1 of 2 requirements met"
        value="kestrels"
      />
    ),
    refTag: 'div',
    classNameElsewhere: true,
    labelled: { role: 'list', name: 'Your password needs at least' },
  },
  {
    name: 'RadioGroup',
    render: (given) => <RadioGroup {...given} label="When busy" options={choices} />,
    refTag: 'fieldset',
    labelled: { role: 'radiogroup', name: 'When busy' },
    disabled: {
      render: () => <RadioGroup label="When busy" options={choices} disabled />,
      control: { role: 'radio', name: 'Voicemail' },
    },
  },
  {
    name: 'Select',
    render: (given) => <Select {...given} label="Team" options={teams} />,
    refTag: 'button',
    classNameElsewhere: true,
    labelled: team,
    disabled: { render: () => <Select label="Team" options={teams} disabled />, control: team },
    readOnly: { render: () => <Select label="Team" options={teams} readOnly />, control: team },
    opens: { trigger: team, popup: { role: 'listbox', name: 'Team' } },
  },
  {
    name: 'TextField',
    render: (given) => <TextField {...given} label="Email" hint="Your work address" error="Invalid e-mail" />,
    refTag: 'input',
    labelled: email,
    disabled: { render: () => <TextField label="Email" disabled />, control: email },
    readOnly: { render: () => <TextField label="Email" readOnly />, control: email },
  },
];
