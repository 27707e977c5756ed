/** Makes people of records: those of a table with or without a header, and lists such as `Ivy Lang <ivy@a.test>, …`. */
import { type Columns, columnsOfCells, columnsOfHeader, languageOf, roleOf } from './columns.ts';

/** A person as a list names one; the texts are as typed, and are checked later. Empty: the list does not say. */
export interface PersonText {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly language: string;
}

export interface PeopleReader {
  /** The people of a record; none where it is a header. */
  push(cells: readonly string[]): PersonText[];
}

export function createPeopleReader(): PeopleReader {
  let columns: Columns | undefined;
  let isFirst = true;
  return {
    push(cells) {
      if (isFirst) {
        isFirst = false;
        columns = columnsOfHeader(cells);
        if (columns) return [];
      }
      if (columns) return [personOf(cells, columns)];
      const addresses = cells.flatMap(addressesIn);
      if (addresses.length > 1) return addresses;
      return [personOf(cells, columnsOfCells(cells))];
    },
  };
}

function personOf(cells: readonly string[], columns: Columns): PersonText {
  const cellOf = (column: Columns[number]): string => {
    const at = columns.indexOf(column);
    return at === -1 ? '' : tidy(cells[at] ?? '');
  };
  const { email, name } = addressIn(cellOf('email'));
  const parts = [cellOf('firstName'), cellOf('lastName')].filter((part) => part !== '');
  const isEmpty = columns.every((column) => cellOf(column) === '');
  return {
    // A record of which nothing is understood is shown as it is.
    email: isEmpty ? tidy(cells.join(' ')) : email,
    name: cellOf('name') || parts.join(' ') || name,
    role: roleOf(cellOf('role')),
    language: languageOf(cellOf('language')),
  };
}

/** One line, without the spaces around it, and without the apostrophe by which a spreadsheet keeps text from being run. */
const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

/** `Ivy Lang <ivy@a.test>`, `<ivy@a.test>`, `mailto:ivy@a.test` or the address alone. */
function addressIn(text: string): { email: string; name: string } {
  const [, name = '', inBrackets] = /^([^<]*)<([^<>]*)>[\s,;]*$/.exec(text) ?? [];
  const email = (inBrackets ?? text).trim().replace(/^mailto:/i, '');
  return { email, name: name.trim().replaceAll(/^["']|["']$/g, '') };
}

/** The people of a cell of a list; a cell without an address has none. */
function addressesIn(cell: string): PersonText[] {
  const text = tidy(cell);
  if (!text.includes('@')) return [];
  const bare = text.split(' ');
  const isList = bare.length > 1 && bare.every((part) => /^[^\s<>@]+@[^\s<>@]+$/.test(part));
  return (isList ? bare : [text]).map((part) => ({ ...addressIn(part), role: '', language: '' }));
}
