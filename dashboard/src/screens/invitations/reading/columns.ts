/** Which column of a table has what: by its header in any of our languages, or by what its cells say. */
import { type Language, languages, languageTag, toLanguage } from '@app/contract/fields/vocabulary.ts';
import { type Role, roles } from '@app/contract/dashboard/users.ts';

import type en from './header-words/en.json';

/** The columns that an invitation has. First and last names are put together. */
export type ColumnName = 'email' | 'name' | 'firstName' | 'lastName' | 'role' | 'language';
/** What each column of the file has; undefined: nothing that is needed. */
export type Columns = readonly (ColumnName | undefined)[];

/** Lower case, without accents, punctuation and spaces: how headers and words are compared. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The words of each language in headers and cells, folded, as exports of address books, directories and tables have them. */
const wordsIn = import.meta.glob('./header-words/*.json', { eager: true, import: 'default' }) as Readonly<
  Record<`./header-words/${Language}.json`, typeof en>
>;
const wordsOf = (what: keyof typeof en): readonly string[] =>
  languages.flatMap((language) => wordsIn[`./header-words/${language}.json` as const][what].split(' '));

/** A word for an address within a header: `workemail`, `emailid`, `privateepost`. */
const addressPart = new RegExp(wordsOf('addressPart').join('|'));
/** Headers of addresses and of what may be one: a sign-in name is the address only where no other column has it. */
const addressHeaders = wordsOf('address');
const signInNames = ['userprincipalname', 'upn', 'username', 'login'];

/** The whole name, or beside a column of the first or the last name its other half. */
const nameOrHalf = wordsOf('name');

const headers: Readonly<Record<Exclude<ColumnName, 'email'>, readonly string[]>> = {
  name: [...nameOrHalf, ...wordsOf('wholeName')],
  firstName: wordsOf('firstName'),
  lastName: wordsOf('lastName'),
  role: wordsOf('role'),
  language: wordsOf('language'),
};

const columnOfHeader: ReadonlyMap<string, ColumnName> = new Map(
  (Object.keys(headers) as (keyof typeof headers)[]).flatMap((column) =>
    headers[column].map((word) => [word, column] as const),
  ),
);

const roleOfWord: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role) => wordsOf(role).map((word) => [word, role] as const)),
);

/** The role of a word; other text stays as it is, for the person to mend. */
export const roleOf = (text: string): string => roleOfWord.get(folded(text)) ?? text.trim();

/** Every language by its code and by what each of our languages calls it: `de`, `German`, `allemand`, `tysk`. */
const languageOfWord: ReadonlyMap<string, Language> = new Map(
  languages.flatMap((shownIn) => {
    const names = new Intl.DisplayNames([languageTag(shownIn)], { type: 'language' });
    return languages.flatMap((of) =>
      [names.of(of), names.of(languageTag(of))].map((name) => [folded(name ?? of), of] as const),
    );
  }),
);

/** The language of a name or tag; other text stays as it is, for the person to mend. */
export function languageOf(text: string): string {
  const trimmed = text.trim();
  const tag = /^[a-z]{2,3}([-_][a-z\d]+)*$/i.test(trimmed) ? toLanguage(trimmed) : undefined;
  return tag ?? languageOfWord.get(folded(trimmed)) ?? trimmed;
}

/** What a first record names, and which of its columns may have the address: one for each place, or none. */
export interface Header {
  readonly cells: readonly string[];
  readonly columns: Columns;
  readonly addresses: readonly number[];
}

/** Reads a first record as a header. Whether it is one is seen at its addresses, or at the next record (`isHeader`). */
export function readHeader(cells: readonly string[]): Header {
  // `Email Address [Required]`, `E-Mail (geschäftlich)`, `Name *`: the addition is not part of the name.
  const names = cells.map((cell) => folded(cell.replaceAll(/[[(][^\])]*[\])]/g, '')));
  const columns = names.map((name) => columnOfHeader.get(name));
  const half = columns.includes('firstName') ? 'lastName' : 'firstName';
  const isOneHalf = columns.includes('firstName') !== columns.includes('lastName');
  const placesOf = (is: (name: string) => boolean) =>
    names.flatMap((name, at) => (columns[at] === undefined && is(name) ? [at] : []));
  const [addresses = []] = [
    placesOf((name) => addressHeaders.includes(name)),
    placesOf((name) => addressPart.test(name)),
    placesOf((name) => signInNames.includes(name)),
  ].filter((places) => places.length > 0);
  return {
    cells,
    addresses,
    columns: columns.map((column, at) =>
      column === 'name' && isOneHalf && nameOrHalf.includes(names[at] ?? '') ? half : column,
    ),
  };
}

/** Whether a first record without an address is a header: the next record has addresses in columns beside others. */
export const isHeader = (first: readonly string[], next: readonly string[]): boolean =>
  first.length > 1 && first.length === next.length && next.some((cell) => cell.includes('@'));

/** The columns of a record without a header: the address, then what the other cells say. */
export function columnsOfCells(cells: readonly string[]): Columns {
  const taken = new Set<ColumnName>();
  return cells.map((cell) => {
    const column = columnOfCell(cell);
    if (column === undefined || taken.has(column)) return undefined;
    taken.add(column);
    return column;
  });
}

function columnOfCell(cell: string): ColumnName | undefined {
  // A number is an id or a phone, and no name.
  if (!/\p{L}|@/u.test(cell)) return undefined;
  if (cell.includes('@')) return 'email';
  if (roleOfWord.has(folded(cell))) return 'role';
  return (languages as readonly string[]).includes(languageOf(cell)) ? 'language' : 'name';
}
