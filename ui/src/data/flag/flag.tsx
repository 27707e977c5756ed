import type { ComponentProps } from 'react';

import { classNames } from '#class-names.ts';

import styles from './flag.module.css';
import flagsUrl from './flags.svg?no-inline';

/** The codes in flags.svg, sorted; `ui/build/flag-sprite.test.ts` compares them with the package. */
export const flagCodes: ReadonlySet<string> = new Set(
  (
    'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BQ-BO ' +
    'BQ-SA BQ-SE BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK ' +
    'DM DO DZ EC EE EG EH ER ES ES-CT ET EU FI FJ FK FM FO FR GA GB GB-ENG GB-NIR GB-SCT GB-WLS GD GE GF ' +
    'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN IO IQ IR IS IT JE JM ' +
    'JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML ' +
    'MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK ' +
    'PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX ' +
    'SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF ' +
    'WS XA XC XK XO YE YT ZA ZM ZW'
  ).split(' '),
);

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
