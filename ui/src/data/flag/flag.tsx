import type { ComponentProps } from 'react';

import { classNames } from '#class-names.ts';

import { flagCodes } from './flag-codes.ts';
import styles from './flag.module.css';
import flagsUrl from './flags.svg?no-inline';

export type FlagProps = Omit<ComponentProps<'svg'>, 'children' | 'style'> & {
  /**
   * A country's code of two letters (ISO 3166-1), in any case: `FR`. Some regions have their own: `GB-SCT`. An unknown
   * or empty code shows the flag of the USA (spec §3).
   */
  countryCode: string | null | undefined;
  /** 18, 24 or 36 px wide, two thirds of it high. */
  size?: 'small' | 'regular' | 'large';
  /**
   * What the flag means, where no text beside it says so: 'Calls from France'. Without it the flag is decoration and
   * hidden from screen readers. The text comes from the app, because an unknown country is not the United States.
   */
  label?: string;
};

/**
 * The flag of a country. All flags are in one file, which the browser fetches once, whatever the number of flags.
 * `className`, `ref` and other attributes go to the root, an `<svg>`.
 */
export function Flag({ countryCode, size = 'regular', label, className, ...rest }: FlagProps) {
  return (
    <svg
      {...rest}
      className={classNames(styles.flag, className)}
      data-size={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${flagsUrl}#${flagOf(countryCode)}`} />
    </svg>
  );
}

function flagOf(countryCode: string | null | undefined): string {
  const code = (countryCode ?? '').trim().toUpperCase();
  return flagCodes.has(code) ? code : 'US';
}
