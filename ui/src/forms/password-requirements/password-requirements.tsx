import { useEffect, useId, useRef, useState } from 'react';
import { OpenIcon } from '#icons/open-icon.tsx';
import { TickIcon } from '#icons/tick-icon.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import styles from './password-requirements.module.css';

export type PasswordRequirementsProps = {
  /** What the list is of, such as 'Your password needs at least'. */
  title: string;
  /** In the order in which they are shown (spec §5). */
  items: readonly { readonly id: string; readonly text: string; readonly met: boolean }[];
  /** Hidden text after a requirement that is met, such as 'met'; the icon shows it visually. */
  metLabel: string;
  notMetLabel: string;
  /** The summary in one sentence, such as '3 of 5 requirements met'. */
  summary: string;
  /** The typed text; used only to detect a pause. */
  value: string;
  /** Of the whole, for the `aria-describedby` of the field that it is about. */
  id?: string | undefined;
};

/** Milliseconds without a key before the summary is announced. */
const rest = 500;

/**
 * The requirements of a new password, each marked when it is met. A line keeps its position and size, so nothing moves.
 * Screen readers hear one polite summary when typing pauses, not one for each key, and nothing before the first key.
 */
export function PasswordRequirements({
  title,
  items,
  metLabel,
  notMetLabel,
  summary,
  value,
  id,
}: PasswordRequirementsProps) {
  const titleId = useId();
  const said = useSaidAtRest(summary, value);
  return (
    <div className={styles.requirements}>
      <div id={id}>
        <p id={titleId} className={styles.title}>
          {title}
        </p>
        <ul aria-labelledby={titleId} className={styles.list}>
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
    const timer = setTimeout(() => setSaid(text), rest);
    return () => clearTimeout(timer);
  }, [text, value]);
  return said;
}
