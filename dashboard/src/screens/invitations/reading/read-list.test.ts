import { Blob as NodeBlob } from 'node:buffer';
import { expect, it } from 'vitest';
import { csvRecord } from '@app/contract/fields/csv.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { createRandom } from '#test/random.ts';

import { createCsvReader, separators } from './csv-records.ts';
import { readFile, readText } from './read-list.ts';

/** Node's: that of the DOM here copies the whole file for each piece of it. */
const Blob = NodeBlob as typeof globalThis.Blob;

const ivy = { email: 'ivy@a.test', name: 'Ivy Lang', role: '', language: '' };
const ben = { email: 'ben@b.test', name: '', role: '', language: '' };
const both = (text: string) => readText(text).people;

it.each([
  ['addresses, one a line', 'ivy@a.test\nben@b.test', [{ ...ivy, name: '' }, ben]],
  ['a list with commas', 'Ivy Lang <ivy@a.test>, ben@b.test', [ivy, ben]],
  ['a list with semicolons', '"Lang, Ivy" <ivy@a.test>; <ben@b.test>;', [{ ...ivy, name: 'Lang, Ivy' }, ben]],
  ['a list with spaces', 'ivy@a.test  ben@b.test', [{ ...ivy, name: '' }, ben]],
  ['a list over lines', "'Ivy Lang' <ivy@a.test>,\r\nmailto:ben@b.test", [ivy, ben]],
  ['a table of a spreadsheet', 'Ivy Lang\tivy@a.test\n\tben@b.test', [ivy, ben]],
  ['columns in any order', 'Name;E-Mail\nIvy Lang;ivy@a.test\n;ben@b.test\n', [ivy, ben]],
  ['an empty line and spaces', '\n \n ivy@a.test , Ivy   Lang \n\nben@b.test', [ivy, ben]],
])('reads %s', (_, text, people) => {
  expect(both(text)).toEqual(people);
});

it.each([
  ['en', 'Email address,Full name,Role,Language\nivy@a.test,Ivy,Administrator,German'],
  ['de', 'Sprache;Rolle;E-Mail-Adresse;Anzeigename\nDeutsch;Administrator;ivy@a.test;Ivy'],
  ['es', 'Nombre,Correo electrónico,Rol,Idioma\nIvy,ivy@a.test,Administradora,alemán'],
  ['fr', 'Prénom;Nom de famille;Adresse e-mail;Rôle;Langue\nIvy;;ivy@a.test;administratrice;allemand'],
  ['it', 'Nome\tIndirizzo e-mail\tRuolo\tLingua\nIvy\tivy@a.test\tAmministratore\ttedesco'],
  ['no', 'Navn,E-post,Rolle,Språk,Telefon\nIvy,ivy@a.test,admin,tysk,12345678'],
  ['none', 'Ivy,ivy@a.test,Admin,de-AT'],
])('reads columns in any order, header: %s', (_, text) => {
  expect(both(text)).toEqual([{ email: 'ivy@a.test', name: 'Ivy', role: 'Admin', language: 'de' }]);
});

it.each([
  ['a last name', 'Prénom;Nom;Adresse e-mail\nAnna;Vingt;a@a.test', 'Anna Vingt'],
  ['a first name', 'Nombre;Apellidos;Correo electrónico\nAnna;Veinte;a@a.test', 'Anna Veinte'],
  ['a last name', 'Name,Vorname,E-Mail\nZwanzig,Anna,a@a.test', 'Anna Zwanzig'],
  ['a first name', 'Nome,Cognome,Indirizzo e-mail\nAnna,Venti,a@a.test', 'Anna Venti'],
  ['a last name', 'Fornavn,Navn,E-post\nAnna,Tjue,a@a.test', 'Anna Tjue'],
  [
    'the whole name',
    'First name,Last name,Name,Email\nAnna,Twenty,Anna B. Twenty,a@a.test',
    'Anna B. Twenty',
  ],
  ['the whole name', 'Display name,Surname,Email\nAnna Twenty,Twenty,a@a.test', 'Anna Twenty'],
])('takes a column of a name as %s: %s', (_, text, name) => {
  expect(both(text)).toEqual([{ email: 'a@a.test', name, role: '', language: '' }]);
});

it.each([
  [
    'Entra',
    'userPrincipalName,displayName,surname,mail\nanna7_ext#EXT#@corp.example,Anna Seven,Seven,a@a.test',
    'Anna Seven',
  ],
  ['Entra without a mail', 'userPrincipalName,displayName\na@a.test,Anna Seven', 'Anna Seven'],
  [
    'Google',
    'First Name [Required],Last Name [Required],Email Address [Required],Password\nAnna,Six,a@a.test,*',
    'Anna Six',
  ],
  ['a spreadsheet', 'Sr No,Employee Name,Email ID\n1,Anna Three,a@a.test', 'Anna Three'],
  ['a header that says nothing', 'No;Who;Where\n1;Anna Four;a@a.test', 'Anna Four'],
  ['no header, with a number', '1;Anna Five;a@a.test', 'Anna Five'],
  ['a cell with a zero-width space', 'email,name\na@a.test\u200B,Anna', 'Anna'],
])('reads the list of %s', (_, text, name) => {
  const list = readText(text);
  expect(list.people).toEqual([{ email: 'a@a.test', name, role: '', language: '' }]);
  expect(list.choices).toBeUndefined();
});

it.each([
  ['Name;Work email;Private email', 'Name;Work email;Private email\nIvy;w@a.test;p@b.test\nBen;x@a.test;'],
  ['unknown words', 'Who;Contact;Supervisor\nIvy;w@a.test;p@b.test\nBen;x@a.test;y@b.test'],
])('several columns have addresses, and the person chooses: %s', (_, text) => {
  const { choices = [] } = readText(text);
  expect(choices.map(({ example, people }) => [example, people.map(({ name }) => name)])).toEqual([
    ['w@a.test', ['Ivy', 'Ben']],
    ['p@b.test', ['Ivy', 'Ben']],
  ]);
});

it('keeps what it does not understand, for the person to mend', () => {
  expect(both('email,name,role,language\nnot an address,Ivy,Emperor,Klingon\nivy@@a.test,,,')).toEqual([
    { email: 'not an address', name: 'Ivy', role: 'Emperor', language: 'Klingon' },
    { email: 'ivy@@a.test', name: '', role: '', language: '' },
  ]);
  expect(both('gibberish')).toMatchObject([{ name: 'gibberish' }]);
  expect(both('"ivy@a.test')).toMatchObject([{ email: 'ivy@a.test' }]);
});

it('reads quotes, line breaks in quotes, and every kind of line break', () => {
  const file = 'email,name\r\nivy@a.test,"Lang ""Ivy""\r\nof A"\rben@b.test,Ben\n';
  expect(both(file)).toMatchObject([{ name: 'Lang "Ivy" of A' }, { name: 'Ben' }]);
});

it('takes away the apostrophe that our own export put before a formula', () => {
  expect(both(csvRecord(['ivy@a.test', '=Ivy']))).toMatchObject([{ email: 'ivy@a.test', name: '=Ivy' }]);
});

const text = 'email;name\r\nzoë@a.test;Zoë Bråten\r\n';
const utf16 = (bigEndian: boolean, mark: boolean, of = text): Uint8Array<ArrayBuffer> => {
  const marked = mark ? `\uFEFF${of}` : of;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at += 1) view.setUint16(at * 2, marked.charCodeAt(at), !bigEndian);
  return new Uint8Array(view.buffer);
};
const latinOf = (of: string) => Uint8Array.from(of, (character) => character.charCodeAt(0));
const latin = latinOf(text);
it.each([
  ['UTF-8', new TextEncoder().encode(text), 'utf-8'],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`), 'utf-8'],
  ['UTF-16, little end first, with a mark', utf16(false, true), 'utf-16le'],
  ['UTF-16, big end first, with a mark', utf16(true, true), 'utf-16be'],
  ['UTF-16, little end first', utf16(false, false), 'utf-16le'],
  ['UTF-16, big end first', utf16(true, false), 'utf-16be'],
  ['windows-1252', latin, 'windows-1252'],
])('reads a file in %s', async (_, bytes, encoding) => {
  expect(await readFile(new Blob([bytes]))).toEqual({
    encoding,
    isCut: false,
    leftOut: [],
    people: [{ email: 'zoë@a.test', name: 'Zoë Bråten', role: '', language: '' }],
  });
});

it('refuses a workbook and a file above 50 MB, and reads an empty one', async () => {
  expect(await readFile(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8])]))).toEqual({
    refused: 'notText',
  });
  expect(await readFile(new Blob([new Uint8Array(limits.peopleFileMax + 1)]))).toEqual({
    refused: 'tooLarge',
  });
  expect(await readFile(new Blob([]))).toMatchObject({ people: [], isCut: false });
});

it('reads 10,000 rows with quotes in every encoding, whatever a piece of the file cuts in two', async () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `Zoë "${'ø'.repeat(n % 7)}" Bråten; ${n}`);
  const records = names.map((name, n) => `zoë-${n}@a.test;"${name.replaceAll('"', '""')}";;`);
  const file = ['email;name;role;language', ...records].join('\r\n');
  const files = {
    'utf-8': new TextEncoder().encode(`\uFEFF${file}`),
    'utf-16le': utf16(false, true, file),
    'utf-16be': utf16(true, true, file),
    'windows-1252': latinOf(file),
  };
  const read: string[] = [];
  for (const [encoding, bytes] of Object.entries(files)) {
    const list = await readFile(new Blob([bytes]));
    if ('refused' in list) throw new Error('expected people');
    expect([list.isCut, 'encoding' in list && list.encoding]).toEqual([false, encoding]);
    expect(list.people.map(({ name }) => name)).toEqual(names);
    expect(list.people.at(-1)?.email).toBe('zoë-9999@a.test');
    read.push(`${list.people.length} rows of ${bytes.length} bytes in ${encoding}`);
  }
});

it('G8: stops a file of 50 MB at the 10,000th row', async () => {
  const line = `person@northline.test,${'x'.repeat(77)}\n`;
  const file = new Blob(Array.from({ length: 500 }, () => line.repeat(1000)));
  expect(file.size).toBeLessThanOrEqual(limits.peopleFileMax);
  expect(file.size).toBeGreaterThan(limits.peopleFileMax * 0.99);
  const list = await readFile(file);
  if ('refused' in list) throw new Error('expected people');
  expect(list.people).toHaveLength(10_000);
  expect(list.isCut).toBe(true);
});

it('cuts no list without a person, however long its line is', () => {
  expect(readText(','.repeat(20_000), 0)).toMatchObject({ people: [], isCut: false });
});

it('reads back 2,000 random files with quotes, separators and line breaks, cut into pieces anywhere', () => {
  const random = createRandom(7);
  const alphabet = [
    'a',
    'Ø',
    '"',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    ' ',
    "'",
    '👩‍👩‍👧',
    '\u202E',
    '=',
    '',
  ];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let round = 0; round < 2000; round += 1) {
    const separator = pick(separators);
    const width = 1 + Math.floor(random() * 5);
    const records = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      Array.from({ length: width }, () =>
        Array.from({ length: Math.floor(random() * 8) }, () => pick(alphabet)).join(''),
      ),
    ).filter((record) => record.some((cell) => cell !== ''));
    const lineBreak = pick(['\n', '\r\n', '\r']);
    const file = records
      .map((record) => record.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      .join(lineBreak);
    const reader = createCsvReader(separator);
    const read: string[][] = [];
    for (let at = 0; at < file.length;) {
      const next = at + 1 + Math.floor(random() * 7);
      read.push(...reader.push(file.slice(at, next)));
      at = next;
    }
    read.push(...reader.end());
    // A half of a surrogate pair at the end of a piece is put together again.
    expect(read.map((record) => record.join('\u0001'))).toEqual(
      records.map((record) => record.join('\u0001')),
    );
  }
});
