/** Reads people from what was pasted or from a file. A file is read in pieces, and not beyond the rows that one call takes. */
import * as limits from '@app/contract/fields/limits.ts';

import { createCsvReader, separatorOf } from './csv-records.ts';
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
  /** Nothing was read: the file is too large, or is not text (a workbook, a picture). */
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
        // Without a person nothing of the list is missing that it was read for.
        isCut: found.length > room || (found.length > 0 && csv.isCut()),
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

/** Finds out how the text of a file is encoded, and decodes it piece by piece, so that a file of any size needs little memory. */

/** `windows-1252` is a guess: what spreadsheets write where a file is not UTF-8 (WHATWG Encoding: it accepts any bytes). */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** By its byte order mark, by the zero bytes of Latin text in UTF-16, or by whether all of it is UTF-8. */
async function encodingOf(file: Blob): Promise<TextEncoding> {
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  if (even > start.length / 4 && odd === 0) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of pieces(file)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text in pieces, without a byte order mark. */
async function* decodePieces(file: Blob, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of pieces(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Bytes that are read and parsed before the page can answer to something else. */
const pieceSize = 256 * 1024;

async function* pieces(file: Blob): AsyncGenerator<ArrayBuffer> {
  for (let start = 0; start < file.size; start += pieceSize)
    yield await file.slice(start, start + pieceSize).arrayBuffer();
}
