import { Button, type ButtonProps } from '@app/ui/button';
import { Dialog } from '@app/ui/dialog';
import { TextField, type TextFieldProps } from '@app/ui/text-field';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { useDraft } from '#forms/use-draft.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useReopened } from '#page/use-reopened.ts';
import styles from '#screens/people/people.module.css';

const isText = (stored: unknown): stored is string | undefined => typeof stored === 'string';

export interface FieldDialogProps {
  /** Unique among the dialogs: what is typed is kept under it. */
  name: string;
  /** The button that opens it. */
  trigger: Pick<ButtonProps, 'size' | 'aria-label' | 'children'>;
  heading: string;
  description: string;
  /** The button that sends what is typed. */
  confirm: string;
  field: Pick<TextFieldProps, 'label' | 'name' | 'type' | 'autoComplete' | 'required'>;
  /** What the field has before anything is typed. */
  initial: string;
  /** Why nothing came of the last try, where that is not the field's own problem. */
  failure: ReactNode;
  running: boolean;
  /** Sends what was typed. Resolves to what is wrong with it, to undefined after another failure, or to `done`. */
  send: (typed: string) => Promise<{ readonly problem: string } | 'done' | undefined>;
}

/** A dialog with one field: what is typed survives a reload, and a new sign-in elsewhere. */
export function FieldDialog({
  name,
  trigger,
  heading,
  description,
  confirm,
  field: fieldProps,
  initial,
  failure,
  running,
  send,
}: FieldDialogProps) {
  const { t } = useTexts();
  const draft = useDraft<string | undefined>(name, undefined, isText);
  const typed = draft.value ?? initial;
  const [open, setOpen] = useReopened(`${name}.open`);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const form = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    const sent = await send(typed);
    if (sent === 'done') {
      draft.clear();
      setOpen(false);
    } else if (sent) {
      setProblem(sent.problem);
      field.current?.focus();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="secondary" {...trigger} />}
      heading={heading}
      description={description}
      closeLabel={t('frame.close')}
      closeOnOutsidePress={false}
      busy={running}
      primaryAction={{ label: confirm, form }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <form id={form} className={styles.dialog} noValidate onSubmit={(event) => void submit(event)}>
        {failure}
        <TextField
          ref={field}
          {...fieldProps}
          // What is typed while it is sent would be lost.
          readOnly={running}
          defaultValue={typed}
          error={problem}
          onInput={({ currentTarget: { value } }) => {
            draft.set(value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
