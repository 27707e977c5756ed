import { useEffect, useId, useRef, useState } from 'react';
import { OpenIcon } from '#icons/open-icon.tsx';
import { TickIcon } from '#icons/tick-icon.tsx';
import { VisuallyHidden } from '#visually-hidden/visually-hidden.tsx';
import styles from './password-requirements.module.css';

export type PasswordRequirementsProps = {
  /** What the list is of, such as 'Your password needs at least'. */
  title: string;
  /** In the order in which they are shown (spec §5). */
  items: readonly { readonly id: string; readonly text: string; readonly met: boolean }[];
  /** Said after the text of one that is met, such as 'met'; the eye has the icon. */
  metLabel: string;
  notMetLabel: string;
  /** Where it stands in one sentence, such as '3 of 5 requirements met'. */
  summary: string;
  /** What is typed; only to know when the typing rests. */
  value: string;
  /** Of the whole, for the `aria-describedby` of the field that it is about. */
  id?: string | undefined;
};

/** How long nothing must be typed before the summary is said, in milliseconds. */
const rest = 500;

/**
 * What a new password must have, and what of it it has. Each line keeps its place and its size when it is met, so
 * nothing moves under the eyes. Screen readers hear one polite summary when the typing rests, not a word per key, and
 * nothing before the first one.
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

/** The text as it was when the typing last rested; empty until something is typed. */
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
