/** Reads people from what was pasted or from a file. A file is read in pieces, and not beyond the rows that one call takes. */
import { limits } from '@app/contract/fields/limits.ts';

import { createCsvReader, separatorOf } from './csv-records.ts';
import { decodePieces, encodingOf, type TextEncoding } from './encoding.ts';
import { type AddressColumn, createPeopleReader, type PersonText } from './people.ts';

export interface ReadList {
  readonly people: readonly PersonText[];
  /** More rows follow than are read. */
  readonly isCut: boolean;
  /** Addresses of a table that are in another column than those of the people. */
  readonly leftOut: readonly string[];
  /** Several columns have addresses: `people` are those of the first, until the person chooses. */
  readonly choices?: readonly AddressColumn[];
}

export type ReadFile =
  | (ReadList & { readonly encoding: TextEncoding })
  /** Nothing was read: the file is too large, or is none of text (a workbook, a picture). */
  | { readonly refused: 'tooLarge' | 'notText' };

/** @param room how many rows there is room for */
export function readText(text: string, room: number = limits.invitedAtOnce): ReadList {
  const reader = createListReader(text, room);
  reader.push(text);
  return reader.end();
}

/** Throws if the file cannot be read, for example because it was moved. */
export async function readFile(file: Blob, room: number = limits.invitedAtOnce): Promise<ReadFile> {
  if (file.size > limits.peopleFileMax) return { refused: 'tooLarge' };
  const encoding = await encodingOf(file);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be' && (await hasZeros(file)))
    return { refused: 'notText' };
  let reader: ReturnType<typeof createListReader> | undefined;
  for await (const piece of decodePieces(file, encoding)) {
    if (piece === '') continue;
    reader ??= createListReader(piece, room);
    if (reader.push(piece)) break;
  }
  const list = reader?.end() ?? { people: [], isCut: false, leftOut: [] };
  return { ...list, encoding };
}

/** No text has NUL: a workbook, a picture or a program has it in its first bytes. */
async function hasZeros(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  return start.includes(0);
}

/** @param beginning decides about the separator */
function createListReader(beginning: string, room: number) {
  const csv = createCsvReader(separatorOf(beginning));
  const reader = createPeopleReader();
  const people: PersonText[] = [];
  const take = (records: string[][]): boolean => {
    for (const record of records) {
      people.push(...reader.push(record).filter(isSomebody));
      if (people.length > room) return true;
    }
    return false;
  };
  return {
    /** True: there is no room for more. */
    push: (piece: string): boolean => take(csv.push(piece)),
    end(): ReadList {
      if (people.length <= room) {
        take(csv.end());
        people.push(...reader.end().filter(isSomebody));
      }
      const choices = reader
        .choices()
        ?.map((choice) => ({ ...choice, people: choice.people.filter(isSomebody) }));
      const found = choices?.[0]?.people ?? people;
      const taken = new Set(found.map(({ email }) => email));
      return {
        people: found.slice(0, room),
        isCut: found.length > room || csv.isCut(),
        leftOut: [...reader.outside()].filter((email) => !taken.has(email)),
        ...(choices &&
          choices.length > 1 && {
            choices: choices.map((choice) => ({ ...choice, people: choice.people.slice(0, room) })),
          }),
      };
    },
  };
}

const isSomebody = ({ email, name, role, language }: PersonText): boolean =>
  [email, name, role, language].some((text) => text !== '');
