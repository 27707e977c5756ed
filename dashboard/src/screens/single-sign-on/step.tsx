import { CheckIcon } from '@app/ui/icons/choice-icons';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useId, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Mark, type Tone } from '#page/rows.tsx';

import styles from './single-sign-on.module.css';

export interface StepProps {
  /** From 1. */
  number: number;
  heading: string;
  /** One or two sentences under the heading. */
  lead: ReactNode;
  done: boolean;
  /** The state in a word or two, beside the heading. */
  state?: { tone: Tone; text: string } | undefined;
  children: ReactNode;
}

/** One of the steps, with its number, or a tick once it is done. */
export function Step({ number, heading, lead, done, state, children }: StepProps) {
  const { t } = useTexts('single-sign-on');
  const id = useId();
  return (
    <li className={styles.step} data-done={done || undefined}>
      <span className={styles.number} aria-hidden="true">
        {done ? <CheckIcon /> : number}
      </span>
      <section aria-labelledby={id} className={styles.card}>
        <div className={content.about}>
          <div className={styles.heading}>
            <h2 id={id}>
              <VisuallyHidden>
                {t(done ? 'single-sign-on.steps.done' : 'single-sign-on.steps.open', { number })}{' '}
              </VisuallyHidden>
              {heading}
            </h2>
            {state && <Mark tone={state.tone}>{state.text}</Mark>}
          </div>
          <p>{lead}</p>
        </div>
        {children}
      </section>
    </li>
  );
}
