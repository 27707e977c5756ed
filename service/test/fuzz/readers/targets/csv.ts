/**
 * The reader of CSV: the same from pieces as in one, and what is written of its records is read again, but for characters
 * that nobody sees.
 */
import { csvRecord, neutralizeFormula } from '@app/contract/fields/csv.ts';
import { shownText } from '@app/contract/fields/shown-name.ts';
import {
  createCsvReader,
  separatorOf,
  separators,
} from '@app/dashboard/src/screens/invitations/reading/csv-records.ts';

import { hold, type Target } from '#test/fuzz/readers/target.ts';

/** Longer cells are cut; the mark before a formula would cut another character. */
const cellMax = 1999;

export const target: Target = {
  files: ['/reading/csv-records.ts', '/fields/csv.ts'],
  seeds: [
    'email,name\r\nada@northline.test,"Lovell, ""Ada"""\r\n',
    'a;b\n"c\n\r";d\r\r\n\n=1+1;-2\n',
    'a\tb|c\n"unclosed,',
    '  "a" b,"c" d\n＝x,\u00a0y\u00a0\n',
  ],
  dictionary: [
    '"',
    '""',
    ',"',
    '",',
    '\r\n',
    '\n',
    '\r',
    ';',
    '\t',
    '|',
    "'=",
    '=cmd',
    '@',
    '\uFEFF',
    '\u2028',
    ' ',
    'x'.repeat(500),
  ],
  check(input) {
    const text = new TextDecoder().decode(input);
    separatorOf(text);
    for (const separator of separators) {
      const records = read([text], separator);
      const at = text.length >> 1;
      hold(same(read([text.slice(0, at), text.slice(at)], separator), records), 'pieces are read otherwise');
      if (records.some((record) => record.some((cell) => cell.length > cellMax))) continue;
      const again = read([records.map(csvRecord).join('')], ',');
      // A line of which nothing is seen is an empty line, which is no record.
      const expected = records
        .map((record) => record.map((cell) => neutralizeFormula(shownText(cell))))
        .filter((record) => record.join() !== '' || record.length > 1);
      hold(same(again, expected), `${JSON.stringify(again)} was ${JSON.stringify(expected)}`);
    }
  },
};

function read(pieces: readonly string[], separator: (typeof separators)[number]): string[][] {
  const reader = createCsvReader(separator);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
