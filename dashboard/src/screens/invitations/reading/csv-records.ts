/**
 * Reads the records of a CSV file (RFC 4180) that arrives in pieces. It never fails: a quote in the middle of a cell is
 * a character like any other, and what follows a closing quote belongs to the cell.
 */

import * as limits from '@app/contract/fields/limits.ts';

export const separators = ['\t', ';', ',', '|'] as const;
export type Separator = (typeof separators)[number];

/** Characters of a cell and cells of a record that are kept: room for all addresses of one call on one line. */
const cellMax = limits.invitedAtOnce * 200;
const cellsMax = limits.invitedAtOnce + 1;

export interface CsvReader {
  /** The records that end in this piece. */
  push(piece: string): string[][];
  /** The last record, which needs no line break. */
  end(): string[][];
  /** Whether a cell or a record was longer than what is kept. */
  isCut(): boolean;
}

export function createCsvReader(separator: Separator): CsvReader {
  let cells: string[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start';
  let afterCarriageReturn = false;
  let isCut = false;

  const add = (text: string): void => {
    if (cell.length < cellMax) cell += text;
    else isCut = true;
  };
  const endCell = (): void => {
    if (cells.length < cellsMax) cells.push(cell);
    else isCut = true;
    cell = '';
    state = 'start';
  };
  const endRecord = (records: string[][]): void => {
    endCell();
    // An empty line is not a record.
    if (cells.length > 1 || cells[0] !== '') records.push(cells);
    cells = [];
  };

  return {
    push(piece) {
      const records: string[][] = [];
      for (const character of piece) {
        const isSecondOfBreak = afterCarriageReturn && character === '\n';
        afterCarriageReturn = character === '\r' && state !== 'quoted';
        if (isSecondOfBreak) continue;
        if (state === 'quoted') {
          if (character === '"') state = 'quoteInQuoted';
          else add(character);
        } else if (character === '"' && state === 'quoteInQuoted') {
          add('"');
          state = 'quoted';
        } else if (character === '"' && state === 'start') state = 'quoted';
        else if (character === separator) endCell();
        else if (character === '\n' || character === '\r') endRecord(records);
        else {
          add(character);
          // Spaces before a quote do not keep it from opening the cell.
          if (state !== 'start' || character.trim() !== '') state = 'plain';
        }
      }
      return records;
    },
    end() {
      const records: string[][] = [];
      endRecord(records);
      return records;
    },
    isCut: () => isCut,
  };
}

/** The separator that most lines of the beginning have equally often. */
export function separatorOf(beginning: string): Separator {
  const lines = beginning
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  let best: Separator = ',';
  let bestScore = 0;
  for (const separator of separators) {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const [first = 0] = counts;
    const score =
      first === 0 ? 0 : counts.filter((count) => count === first).length + counts.filter(Boolean).length;
    if (score > bestScore) {
      best = separator;
      bestScore = score;
    }
  }
  return best;
}
