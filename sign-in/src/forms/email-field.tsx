import type { FieldProps } from '@app/ui/field';
import { TextField } from '@app/ui/text-field';

import { useTexts } from '#i18n/use-texts.ts';

/** The field of an account's email address, which password managers fill in as the user name. */
export function EmailField(props: Partial<FieldProps>) {
  const { t } = useTexts();
  return (
    <TextField
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      label={t('login.email')}
      placeholder={t('login.emailExample')}
      {...props}
    />
  );
}
