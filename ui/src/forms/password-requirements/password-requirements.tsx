import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import { OpenIcon, TickIcon } from '#icons/tick-icon.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './password-requirements.module.css';

export type PasswordRequirementsProps = Omit<ComponentProps<'div'>, 'children'> & {
  /** What the list is of, such as 'Your password needs at least'. */
  label: string;
  /** In the order in which they are shown (spec §5). */
  items: readonly { readonly id: string; readonly text: string; readonly met: boolean }[];
  /** Hidden text after a requirement that is met, such as 'met'; the icon shows it visually. */
  metLabel: string;
  /** The same after one that is not met, such as 'not met'. */
  notMetLabel: string;
  /** The summary in one sentence, such as '3 of 5 requirements met'. */
  summary: string;
  /** The typed text; used only to detect a pause. */
  value: string;
};

/** Milliseconds without a key before the summary is announced. */
const pause = 500;

/**
 * The requirements of a new password, each marked when it is met. A line keeps its position and size, so nothing moves.
 * Screen readers hear one polite summary when typing pauses, not one for each key, and nothing before the first key.
 * `className` goes to the root; `ref`, `id` and all other attributes go to the part with the label and the list, without the summary: the field that it
 * is about names it by `aria-describedby`.
 */
export function PasswordRequirements({
  label,
  items,
  metLabel,
  notMetLabel,
  summary,
  value,
  className,
  ...rest
}: PasswordRequirementsProps) {
  const labelId = useId();
  const said = useSaidAtRest(summary, value);
  return (
    <div className={classNames(styles.requirements, className)}>
      <div {...rest}>
        <p id={labelId} className={styles.label}>
          {label}
        </p>
        <ul role="list" aria-labelledby={labelId} className={styles.list}>
          {items.map(({ id: item, text, met }) => (
            <li key={item} className={styles.item} data-met={met}>
              {met ? <TickIcon /> : <OpenIcon />}
              <span>
                {text}
                <VisuallyHidden> – {met ? metLabel : notMetLabel}</VisuallyHidden>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** The text at the last pause; empty until something is typed. */
function useSaidAtRest(text: string, value: string): string {
  const [said, setSaid] = useState('');
  const untouched = useRef<string | undefined>(value);
  useEffect(() => {
    if (value === untouched.current) return;
    untouched.current = undefined;
    const timer = setTimeout(() => setSaid(text), pause);
    return () => clearTimeout(timer);
  }, [text, value]);
  return said;
}
