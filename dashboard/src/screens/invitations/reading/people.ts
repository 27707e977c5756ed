/** Makes people of records: those of a table with or without a header, and lists such as `Ivy Lang <ivy@a.test>, …`. */
import {
  type Columns,
  columnsOfCells,
  type Header,
  isHeader,
  languageOf,
  readHeader,
  roleOf,
} from './columns.ts';

/** A person as a list names one; the texts are as typed, and are checked later. Empty: the list does not say. */
export interface PersonText {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly language: string;
}

/** A column that may have the addresses, where a table has several: the person says which. */
export interface AddressColumn {
  readonly header: string;
  /** The first address in it. */
  readonly example: string;
  readonly people: readonly PersonText[];
}

export interface PeopleReader {
  /** The people of a record; none where it is a header. */
  push(cells: readonly string[]): PersonText[];
  /** The people of a record that could have been a header. */
  end(): PersonText[];
  /** The columns that have addresses; undefined where what `push` gave is all of them. Of several, the person chooses. */
  choices(): AddressColumn[] | undefined;
  /** Addresses of a table that are in none of those columns. */
  outside(): ReadonlySet<string>;
}

export function createPeopleReader(): PeopleReader {
  let header: Header | undefined;
  let first: readonly string[] | undefined;
  let candidates: { at: number; columns: Columns; people: PersonText[] }[] = [];
  const outside = new Set<string>();

  function begin(names: Header, next: readonly string[]): void {
    header = names;
    const withAddress = next.flatMap((cell, at) => (cell.includes('@') ? [at] : []));
    const places = names.addresses.length > 0 ? names.addresses : withAddress;
    const known = names.columns.some((column) => column !== undefined);
    const byCells = columnsOfCells(next);
    candidates = places.map((at) => {
      const others = known
        ? names.columns
        : byCells.map((column) => (column === 'email' ? undefined : column));
      return { at, columns: others.map((column, place) => (place === at ? 'email' : column)), people: [] };
    });
  }
  function ofTable(cells: readonly string[]): PersonText[] {
    for (const one of candidates) one.people.push(personOf(cells, one.columns));
    const others = cells.filter((_, place) => candidates.every(({ at }) => at !== place));
    for (const [address] of others.flatMap((cell) => [...cell.matchAll(addressLike)])) outside.add(address);
    return candidates[0]?.people.slice(-1) ?? [];
  }
  function ofList(cells: readonly string[]): PersonText[] {
    const addresses = cells.flatMap(addressesIn);
    return addresses.length > 1 ? addresses : [personOf(cells, columnsOfCells(cells))];
  }

  let isFirst = true;
  return {
    push(cells) {
      // One cell above the addresses is the title of a list.
      if (header?.cells.length === 1 && cells.flatMap(addressesIn).length > 1) return ofList(cells);
      if (header) return ofTable(cells);
      if (isFirst) {
        isFirst = false;
        if (cells.some((cell) => cell.includes('@'))) return ofList(cells);
        const names = readHeader(cells);
        if (names.addresses.length > 0) begin(names, cells);
        else first = cells;
        return [];
      }
      if (first === undefined) return ofList(cells);
      const held = first;
      first = undefined;
      if (!isHeader(held, cells)) return [...ofList(held), ...ofList(cells)];
      begin(readHeader(held), cells);
      return ofTable(cells);
    },
    end: () => (first === undefined ? [] : ofList(first)),
    choices() {
      const withAddresses = candidates.flatMap(({ at, people }) => {
        const example = people.find(({ email }) => email.includes('@'))?.email;
        return example === undefined ? [] : [{ header: tidy(header?.cells[at] ?? ''), example, people }];
      });
      const [only] = withAddresses;
      const isPushed =
        only === undefined || (withAddresses.length === 1 && only.people === candidates[0]?.people);
      return isPushed ? undefined : withAddresses;
    },
    outside: () => outside,
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

/** One line without invisible characters and the spaces around it, and without the apostrophes by which a spreadsheet keeps text from being run. */
const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '')
    .trim()
    .replaceAll(/(^|[;,]["\s]*)'(?=[=+\-@])/g, '$1');

/** `Ivy Lang <ivy@a.test>`, `<ivy@a.test>`, `mailto:ivy@a.test` or only the address. */
function addressIn(text: string): { email: string; name: string } {
  const [, name = '', inBrackets] = /^([^<@]*)<([^<>]*)>[\s,;]*$/.exec(text) ?? [];
  const email = (inBrackets ?? text).trim().replace(/^mailto:/i, '');
  return { email, name: name.trim().replaceAll(/^["']|["']$/g, '') };
}

/** What may be an address: characters without a space, a separator or a bracket, and between them an `@`. */
const addressLike = /[^\s<>()[\]",;|]+@[^\s<>()[\]",;|]+/g;

/**
 * The people of a cell of a list, however they are separated; a cell without an address has none. Words before an address
 * in brackets are the name; other words stay with the address, for the person to mend.
 */
function addressesIn(cell: string): PersonText[] {
  const text = tidy(cell);
  if (!text.includes('@')) return [];
  const found = [...text.matchAll(addressLike)];
  if (found.length < 2) return [{ ...addressIn(text), role: '', language: '' }];
  let end = 0;
  return found.map(({ 0: address, index }) => {
    const before = text.slice(end, index);
    end = index + address.length;
    const words = before.replaceAll(/^[\s<>()[\],;|]+|[\s<>()[\],;|]+$/g, '');
    const isNamed = /[<([]$/.test(before) || words === '' || /^"[^"]*"$/.test(words);
    return {
      ...addressIn(isNamed ? `${words} <${address}>` : `${words} ${address}`),
      role: '',
      language: '',
    };
  });
}
